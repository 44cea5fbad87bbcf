import { prices } from "@caramelo/contract/billing/prices";

export type ThanksType = "premium" | "highlight" | "tokens";

const { tokens, highlight } = prices;

export const PREMIUM_GIVES = [
  "Mensagens ilimitadas",
  "Perfil em destaque nos resultados",
  "Modo invisível",
  "Veja quem visitou seu perfil",
] as const;

/** What /obrigado says about a paid purchase. */
export const thanksWords: Record<ThanksType, { title: string; text: string; gives: readonly string[] }> = {
  premium: {
    title: "Agora você é Premium",
    text: "Seu pagamento foi confirmado e tudo já está liberado.",
    gives: PREMIUM_GIVES,
  },
  highlight: {
    title: "Seu perfil está em destaque",
    text: "Seu pagamento foi confirmado. Seu perfil já aparece entre os primeiros.",
    gives: [
      `Destaque por ${highlight.days} dias`,
      "Mais visibilidade",
      "Mais chances de combinar",
      "Verificação com prioridade na fila",
    ],
  },
  tokens: {
    title: "Suas fichas chegaram",
    text: "Seu pagamento foi confirmado. Já dá para escrever.",
    gives: [
      `${tokens.tokens} fichas para mensagens`,
      `${tokens.conversations} conversas diferentes`,
      "Sem compromisso mensal",
      "Compre de novo quando precisar",
    ],
  },
};

// After this time /obrigado shows no thanks for a purchase, because it may be used up.
const THANKED_FOR_MS = 24 * 3_600_000;

export const isRecentPayment = (paidAt: string | null, now: number): boolean =>
  paidAt !== null && now - Date.parse(paidAt) < THANKED_FOR_MS;

/** Whether the `type` of an address is one that /obrigado knows. */
export const isThanksType = (type: string): type is ThanksType => Object.hasOwn(thanksWords, type);

/** How long the number counts up, fast at first and slower at the end. */
const COUNT_UP_MS = 900;

/** The number shown `ms` milliseconds into the count from 1 to `count`. */
export function countUpTo(count: number, ms: number): number {
  const remainingShare = 1 - Math.min(1, Math.max(0, ms / COUNT_UP_MS));
  return Math.round(1 + (count - 1) * (1 - remainingShare ** 3));
}
