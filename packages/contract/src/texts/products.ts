/**
 * The names of the products, as members read them on screens, on payment pages and in mails. No imports, so that a
 * screen with these texts loads nothing else.
 */
export const productNames = {
  tokens: "Fichas",
  premium_monthly: "Premium mensal",
  premium_quarterly: "Premium trimestral",
  highlight: "Destaque",
} as const;
