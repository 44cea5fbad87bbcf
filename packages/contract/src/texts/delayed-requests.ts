/** Texts about requests that wait, because they were asked for by a young way in. A screen with them loads nothing else. */

export const delayedKinds = { erasure: "Exclusão da conta", email_change: "Troca do e-mail" } as const;

const YOUNG_WAY = "uma chave, um aplicativo ou uma senha de menos de três dias";

export const delayedTexts = {
  title: "Pedido em espera",
  why: `Você entrou por ${YOUNG_WAY}. Por segurança, o pedido espera 24 horas, e avisamos você por e-mail.`,
  /** For before a request, when only the server knows whether it will wait. */
  mayWait: `Se você entrou por ${YOUNG_WAY}, isso só começa depois de 24 horas, por segurança.`,
  notYou: "Se não foi você, cancele e troque a sua senha.",
  cancel: "Cancelar pedidos",
  cancelled: "Pedidos cancelados",
  exportFrom: "Por segurança, você pode baixá-la a partir de {quando}.",
} as const;
