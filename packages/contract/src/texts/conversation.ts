/** Texts of an open conversation. No imports: the browser loads this file as it is. */

export const conversationTexts = {
  reactionFailed: "Não foi possível reagir. Tente novamente.",
  messageCopied: "Mensagem copiada.",
  copyFailed: "Não foi possível copiar a mensagem.",
  /** In place of the words of a message that the member has deleted with the conversation. */
  quoteDeleted: "Mensagem excluída",
  replyingTo: "Respondendo a",
} as const;

/** How a screen reader says each reaction. */
export const reactionLabels = {
  love: "Amei",
  like: "Curti",
  laugh: "Risada",
  wow: "Surpresa",
  sad: "Tristeza",
  fire: "Fogo",
} as const;
