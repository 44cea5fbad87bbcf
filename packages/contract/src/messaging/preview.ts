/** A message in one line, as the list of conversations shows it. */
export function previewText(message: { text: string; isMine: boolean }): string {
  const line = message.text.replace(/\s+/g, " ");
  return message.isMine ? `Você: ${line}` : line;
}
