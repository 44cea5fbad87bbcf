/** Parses an address; undefined if invalid. Some supported browsers lack `URL.canParse`. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
