/**
 * Texts about requests delayed because of a recently added sign-in method. No imports, so that a screen loads nothing
 * else.
 */

export const delayedKinds = { erasure: "Exclusão da conta", email_change: "Troca do e-mail" } as const;

const YOUNG_WAY = "uma chave, um aplicativo ou uma senha de menos de três dias";

export const delayedTexts = {
  title: "Pedido em espera",
  why: `Você entrou por ${YOUNG_WAY}. Por segurança, o pedido espera 24 horas, e avisamos você por e-mail.`,
  /** Shown before a request, when only the server knows whether it will be delayed. */
  mayWait: `Se você entrou por ${YOUNG_WAY}, isso só começa depois de 24 horas, por segurança.`,
  notYou: "Se não foi você, cancele e troque a sua senha.",
  cancel: "Cancelar pedidos",
  cancelled: "Pedidos cancelados",
  exportFrom: "Por segurança, você pode baixá-la a partir de {quando}.",
} as const;
