/** Texts of reports. No imports, so that a screen with these texts loads nothing else. */

export const reportTexts = {
  reportFailed: "Erro ao enviar denúncia",
  reportSent: "Denúncia enviada com sucesso. Nossa equipe irá analisar o caso.",
} as const;

export const reportFields = {
  reportReasonRequired: "Escolha um motivo",
  reportDetailsRequired: "Conte o que aconteceu",
  reportDetailsTooLong: "Use no máximo 500 caracteres",
} as const;
