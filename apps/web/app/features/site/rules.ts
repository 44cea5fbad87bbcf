import { prices } from "@caramelo/contract/billing/prices";
import { countWords } from "@caramelo/contract/formats/counts";
import { formatReais } from "@caramelo/contract/formats/money";
import { NEW_CONVERSATIONS_A_DAY, NEW_CONVERSATIONS_A_DAY_PREMIUM, PHOTOS_MAX } from "@caramelo/contract/limits";

const countMonths = (months: number): string => countWords(months, "mês", "meses");

const { tokens, premium_monthly: monthly, premium_quarterly: quarterly, highlight } = prices;

/** The products in words for the public pages. All numbers come from the price catalogue. */
export const offers = [
  {
    name: "Fichas",
    who: "Sugar Daddy e Sugar Mommy",
    price: formatReais(tokens.centavos),
    term: "pagamento único",
    gives: [
      `${tokens.tokens} fichas, uma por mensagem`,
      `${tokens.conversations} conversas diferentes`,
      "Conversas abertas continuam abertas",
    ],
  },
  {
    name: "Premium trimestral",
    who: "Sugar Daddy e Sugar Mommy",
    price: formatReais(quarterly.centavos),
    term: countMonths(quarterly.months),
    gives: ["Tudo do Premium", "Sem renovação automática"],
  },
  {
    name: "Premium mensal",
    who: "Sugar Daddy e Sugar Mommy",
    price: formatReais(monthly.centavos),
    term: countMonths(monthly.months),
    gives: ["Tudo do Premium", "Sem renovação automática"],
  },
  {
    name: "Destaque",
    who: "Sugar Baby",
    price: formatReais(highlight.centavos),
    term: `${highlight.days} dias`,
    gives: ["Perfil entre os primeiros da busca", "Sem renovação automática"],
  },
] as const;

/** A cell of a comparison: true shows a tick, false a dash, a text says how much. */
export type Benefit = boolean | string;
/** A row of a comparison: a feature, the benefit for all members, and the benefit for buyers. */
export type Row = readonly [what: string, without: Benefit, having: Benefit];

/** The comparison for payers: without and with premium. */
export const premiumRows: readonly Row[] = [
  [`Perfil com até ${PHOTOS_MAX} fotos`, true, true],
  ["Buscar e favoritar", true, true],
  ["Receber e ler mensagens", true, true],
  ["Enviar mensagens", "com fichas", "ilimitadas"],
  ["Novas conversas por dia", `até ${NEW_CONVERSATIONS_A_DAY}`, `até ${NEW_CONVERSATIONS_A_DAY_PREMIUM}`],
  ["Visitas ao seu perfil", "um aviso por visita", "o histórico completo"],
  ["Quem favoritou você", "um aviso por pessoa", "a lista completa"],
  ["Perfil em destaque na busca", false, true],
  ["Modo invisível", false, true],
];

/** The comparison for babies: without and with a highlight. */
export const highlightRows: readonly Row[] = [
  ["Escrever e receber mensagens", true, true],
  ["Visitas e quem favoritou você", true, true],
  ["Lugar na busca", "depois dos destaques", "entre os primeiros"],
  ["Selo “Destaque pago” no perfil", false, true],
  ["Verificação", "na ordem da fila", "com prioridade"],
];
