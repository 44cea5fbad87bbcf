/**
 * The texts of profile fields, at sign-up and during editing. No imports, so that a screen with these texts loads
 * nothing else.
 */

export const profileFields = {
  nameRequired: "Nome é obrigatório",
  nameTooLong: "O nome deve ter no máximo 60 caracteres",
  ageRequired: "Idade é obrigatória",
  ageTooYoung: "Você deve ter pelo menos 18 anos",
  ageTooOld: "A idade deve ser no máximo 99 anos",
  locationRequired: "Localização é obrigatória",
  aboutTooLong: "Use no máximo 2.000 caracteres",
} as const;
