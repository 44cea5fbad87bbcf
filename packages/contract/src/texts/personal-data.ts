/** Texts of the page "Meus dados". No imports, so that a screen with these texts loads nothing else. */

export const personalDataErrors = {
  CONSENT_REQUIRED: "Você retirou a autorização de dados sensíveis. Para continuar, autorize de novo em Meus dados.",
} as const;

export const personalDataFields = {
  consentTextChanged: "O texto mudou. Recarregue a página para ler o novo.",
} as const;

/** Why an erasure is refused, and why other calls are refused during a pending one. */
export const erasureErrors = {
  ERASURE_PENDING: "Sua conta está marcada para exclusão. Para continuar usando a conta, desista da exclusão.",
  ERASURE_BEGUN: "O prazo terminou e a exclusão já começou. Não dá mais para desistir.",
} as const;
