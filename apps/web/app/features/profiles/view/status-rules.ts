/** The states of an account in words for staff. */
export const statusNames = {
  active: "Ativa",
  deactivated: "Desativada pela própria pessoa",
  suspended: "Suspensa pela equipe",
  unconfirmed: "Aguarda a confirmação do e-mail",
  hidden: "Oculta até a análise de uma denúncia",
  banned: "Banida pela equipe",
} as const;
