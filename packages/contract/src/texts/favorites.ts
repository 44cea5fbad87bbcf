/**
 * Texts about favourites, for every screen that changes them. The lists of favourites have separate texts, which the
 * search does not load. No imports, so that a screen with these texts loads nothing else.
 */

export const favoriteTexts = {
  favoriteStatusFailed: "Não foi possível verificar o status de favorito. Tente novamente mais tarde.",
  favoriteChangeFailed: "Não foi possível atualizar os favoritos. Tente novamente mais tarde.",
  matchTitle: "Vocês se favoritaram",
  matchUnnamed: "Você tem um novo match",
} as const;

export const matchedWith = (name: string): string => `Deu match com ${name}`;
