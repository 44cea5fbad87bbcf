/** Texts of reports. No imports: the browser loads this file as it is. */

export const reportTexts = {
  reportFailed: "Erro ao enviar denúncia",
  reportSent: "Denúncia enviada com sucesso. Nossa equipe irá analisar o caso.",
} as const;

export const reportFields = {
  reportReasonRequired: "Escolha um motivo",
  reportDetailsRequired: "Conte o que aconteceu",
  reportDetailsTooLong: "Use no máximo 500 caracteres",
} as const;
