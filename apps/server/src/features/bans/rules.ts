/** Only letters and digits count, so that "12.345.678-9" and "123456789" are one document. */
export function normalizeDocument(number: string): string {
  return number
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
