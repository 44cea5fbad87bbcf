/** An address, or undefined where the text is none. `URL.canParse` is missing in browsers that the site serves. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
