/** Texts of the transparency page and of the requests it counts. No imports, so that a screen loads nothing else. */

export const authorityFields = {
  authorityDayRequired: "Informe o dia em que o pedido chegou",
  authorityDayImpossible: "O dia deve estar entre 2020 e hoje",
  authorityRequired: "Escolha a autoridade",
  authorityWordsRequired: "Escreva o que foi pedido",
  authorityWordsTooLong: "Use no máximo 500 caracteres",
  authorityOutcomeRequired: "Escolha o resultado",
} as const;

export const authorityNames = {
  court: "Poder Judiciário",
  police: "Polícia",
  prosecution: "Ministério Público",
  agency: "Órgão administrativo",
  other: "Outra autoridade",
} as const;
export type Authority = keyof typeof authorityNames;
export const AUTHORITIES = Object.keys(authorityNames) as Authority[]; // The record has no other keys.

export const authorityOutcomes = { granted: "Atendido", partly: "Atendido em parte", refused: "Recusado" } as const;
export type AuthorityOutcome = keyof typeof authorityOutcomes;
export const AUTHORITY_OUTCOMES = Object.keys(authorityOutcomes) as AuthorityOutcome[]; // The record has no other keys.
