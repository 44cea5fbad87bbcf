/**
 * The names of the products, as members read them on screens, on payment pages and in mails. No imports: the browser
 * loads this file as it is.
 */
export const productNames = {
  tokens: "Fichas",
  premium_monthly: "Premium mensal",
  premium_quarterly: "Premium trimestral",
  highlight: "Destaque",
} as const;
