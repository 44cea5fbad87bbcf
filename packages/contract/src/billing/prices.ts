/**
 * The only price catalogue, read by every page, order and payment check. Amounts in centavos, times in months or days.
 * No imports, so that a screen loads nothing else with this file.
 */
export const prices = {
  tokens: { centavos: 4_700, tokens: 100, conversations: 10 },
  premium_monthly: { centavos: 13_900, months: 1 },
  premium_quarterly: { centavos: 31_900, months: 3 },
  highlight: { centavos: 3_700, days: 30 },
} as const;
