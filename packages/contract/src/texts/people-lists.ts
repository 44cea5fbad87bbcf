/** Texts of the screens of favourites and visits. No imports, so that a screen with these texts loads nothing else. */

export const peopleListTexts = {
  favoritesFailed: "Erro ao carregar favoritos. Por favor, tente novamente.",
  visitsFailed: "Erro ao carregar visitas. Por favor, tente novamente.",
  /** Shown to a payer without premium: what premium adds to the individual notifications, which all members get. */
  admirersOffer:
    "Quem favorita você aparece nas suas notificações. Com o Premium, a lista completa fica aqui, para você retribuir quando quiser.",
  /** The same offer for visits. */
  visitsOffer:
    "Cada visita nova aparece nas suas notificações. Com o Premium, o histórico completo fica aqui: quem veio nos últimos 12 meses, e em que dia.",
} as const;
