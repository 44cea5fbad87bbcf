/** Texts of the search. No imports: the browser loads this file as it is. */

export const discoveryTexts = { discoveryFailed: "Erro ao carregar perfis. Por favor, tente novamente." } as const;
