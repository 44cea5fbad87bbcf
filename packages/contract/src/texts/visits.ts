/** Texts of the visits. No imports: the browser loads this file as it is. */

export const visitTexts = {
  visitsFailed: "Erro ao carregar visitas. Por favor, tente novamente.",
  /** To a payer without premium: what premium adds to the single notifications, which everybody gets. */
  visitsOffer:
    "Cada visita nova aparece nas suas notificações. Com o Premium, o histórico completo fica aqui: quem veio nos últimos 12 meses, e em que dia.",
} as const;
