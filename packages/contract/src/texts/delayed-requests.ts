/** Texts about requests that wait, because they were asked for by a young way in. A screen with them loads nothing else. */

export const delayedKinds = { erasure: "Exclusão da conta", email_change: "Troca do e-mail" } as const;

export const delayedTexts = {
  title: "Pedido em espera",
  why: "Você entrou por uma chave, um aplicativo ou uma senha de menos de três dias. Por segurança, o pedido espera 24 horas, e avisamos você por e-mail.",
  notYou: "Se não foi você, cancele e troque a sua senha.",
  cancel: "Cancelar pedidos",
  cancelled: "Pedidos cancelados",
  exportFrom: "Por segurança, você pode baixá-la a partir de {quando}.",
} as const;
