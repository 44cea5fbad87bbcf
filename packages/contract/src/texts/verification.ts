/** Texts of verification and age assurance. No imports, so that a screen with these texts loads nothing else. */

export const verificationErrors = {
  AGE_ASSURANCE_REQUIRED: "Confirme sua idade para continuar.",
  VERIFICATION_PENDING: "Seus documentos já estão em análise.",
  VERIFICATION_DONE: "Sua identidade já está verificada.",
  VERIFICATION_REVIEWED: "Este pedido já foi revisado.",
  VERIFICATION_NOT_APPROVED: "Esta verificação não está aprovada.",
  DOCUMENT_BANNED: "Este documento é de uma pessoa banida. Rejeite o pedido e veja a conta.",
} as const;

export const verificationFields = {
  birthDateRequired: "Informe sua data de nascimento",
  birthDateImpossible: "Confira a data de nascimento",
  documentsRequired: "Envie a frente e o verso do documento e a selfie",
  verificationReasonRequired: "Escolha um motivo",
  memberTooYoung: "Usuário deve ter pelo menos 18 anos",
} as const;
