/** What the staff read of an account beside its profile. */
export const statusNames = {
  active: "Ativa",
  deactivated: "Desativada pela própria pessoa",
  suspended: "Suspensa pela equipe",
  unconfirmed: "Aguarda a confirmação do e-mail",
  hidden: "Oculta até a análise de uma denúncia",
  banned: "Banida pela equipe",
} as const;
