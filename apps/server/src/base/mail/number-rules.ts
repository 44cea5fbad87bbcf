/** The number by which people quote something that they sent: the last digits of its id, which are random. */
export function quotedNumber(id: string): string {
  return id.replaceAll("-", "").slice(-10).toUpperCase();
}
