/**
 * The names of the products on screens, payment pages and in mails. No imports, so that a screen with these texts loads
 * nothing else.
 */
export const productNames = {
  tokens: "Fichas",
  premium_monthly: "Premium mensal",
  premium_quarterly: "Premium trimestral",
  highlight: "Destaque",
} as const;

/** The same names within a sentence, where only a plan's keeps its capital. */
export const productsInSentences = { ...productNames, tokens: "fichas", highlight: "destaque" } as const;

const PREMIUM_IS_FOR = "O Premium é para Sugar Daddies e Sugar Mommies.";

/** The text of /premium for people to whom it sells nothing. */
export const noPlansTexts = {
  staff: PREMIUM_IS_FOR,
  baby: `${PREMIUM_IS_FOR} Você escreve de graça e pode destacar seu perfil.`,
} as const;
