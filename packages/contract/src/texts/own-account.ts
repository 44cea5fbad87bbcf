/** Texts of the account settings. No imports, so that a screen with these texts loads nothing else. */

export const ownAccountTexts = {
  deactivateFailed: "Erro ao desativar conta. Por favor, tente novamente.",
  signOutEverywhereFailed: "Erro ao sair de todos os aparelhos. Por favor, tente novamente.",
} as const;
