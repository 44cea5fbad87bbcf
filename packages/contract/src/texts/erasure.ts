/** What refuses an erasure, and what keeps everything else closed while one waits. No imports. */
export const erasureErrors = {
  ERASURE_PENDING: "Sua conta está marcada para exclusão. Para continuar usando a conta, desista da exclusão.",
  ERASURE_BEGUN: "O prazo terminou e a exclusão já começou. Não dá mais para desistir.",
} as const;
