/** A message in one line, for the conversation list. */
export function previewText(message: { text: string; isMine: boolean }): string {
  const line = message.text.replace(/\s+/g, " ");
  return message.isMine ? `Você: ${line}` : line;
}
