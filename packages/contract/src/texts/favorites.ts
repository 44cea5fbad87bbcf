/** Texts of favourites, wherever they are changed. No imports: the browser loads this file as it is. */

export const favoriteTexts = {
  favoriteStatusFailed: "Não foi possível verificar o status de favorito. Tente novamente mais tarde.",
  favoriteChangeFailed: "Não foi possível atualizar os favoritos. Tente novamente mais tarde.",
  favoritesFailed: "Erro ao carregar favoritos. Por favor, tente novamente.",
  matchTitle: "Vocês se favoritaram",
  matchUnnamed: "Você tem um novo match",
  /** To a payer without premium: what premium adds to the single notifications, which everybody gets. */
  admirersOffer:
    "Quem favorita você aparece nas suas notificações. Com o Premium, a lista completa fica aqui, para você retribuir quando quiser.",
} as const;

export const matchedWith = (name: string): string => `Deu match com ${name}`;
