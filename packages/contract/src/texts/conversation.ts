/** Texts of an open conversation. No imports, so that a screen with these texts loads nothing else. */

export const conversationTexts = {
  reactionFailed: "Não foi possível reagir. Tente novamente.",
  messageCopied: "Mensagem copiada.",
  copyFailed: "Não foi possível copiar a mensagem.",
  /** Shown in place of a quoted message that was deleted with the conversation. */
  quoteDeleted: "Mensagem excluída",
  replyingTo: "Respondendo a",
  /** Suggested first messages in a new conversation. */
  openings: "Ideias para começar",
  openingsHint: "escolha uma e mude o que quiser antes de enviar.",
} as const;

/** The name of each reaction for screen readers. */
export const reactionLabels = {
  love: "Amei",
  like: "Curti",
  laugh: "Risada",
  wow: "Surpresa",
  sad: "Tristeza",
  fire: "Fogo",
} as const;
