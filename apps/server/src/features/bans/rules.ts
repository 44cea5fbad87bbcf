/** The letters and digits of a document's number, so that "12.345.678-9" and "123456789" are the same document. */
export function normalizeDocument(number: string): string {
  return number
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
