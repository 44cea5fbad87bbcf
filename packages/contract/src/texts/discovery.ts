/** Texts of the search. No imports, so that a screen with these texts loads nothing else. */

export const discoveryTexts = { discoveryFailed: "Erro ao carregar perfis. Por favor, tente novamente." } as const;
