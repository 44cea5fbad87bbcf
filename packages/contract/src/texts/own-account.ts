/** Texts of the settings of the own account. No imports: the browser loads this file as it is. */

export const ownAccountTexts = {
  deactivateFailed: "Erro ao desativar conta. Por favor, tente novamente.",
  signOutEverywhereFailed: "Erro ao sair de todos os dispositivos. Por favor, tente novamente.",
} as const;
