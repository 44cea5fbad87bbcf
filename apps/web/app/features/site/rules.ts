import { prices } from "@caramelo/contract/prices";

const REAIS = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** "R$ 139,00". */
export const formatReais = (centavos: number): string => REAIS.format(centavos / 100);

const countMonths = (months: number): string => (months === 1 ? "1 mês" : `${months} meses`);

const { tokens, premium_monthly: monthly, premium_quarterly: quarterly, highlight } = prices;

/** What can be bought, in the words of its pages; every number comes from the one price catalogue. */
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
