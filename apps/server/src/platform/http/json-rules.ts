/**
 * How deep a JSON text may nest, and how many opening brackets and commas it may have: each value costs at least one of
 * them.
 */
export type JsonBounds = { depth: number; values: number };

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Buffer.from('"\\,{}[]');

/**
 * Whether the bytes of a JSON text stay within the bounds, found in one pass that builds nothing. It does not check
 * that the bytes are JSON; for other bytes only the counts differ.
 */
export function isBoundedJson(bytes: Uint8Array, { depth, values }: JsonBounds): boolean {
  let isInText = false;
  let level = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
      continue;
    }
    if (byte === QUOTE) isInText = true;
    else if (byte === CLOSE || byte === CLOSE_LIST) level -= 1;
    else if (byte === COMMA || byte === OPEN || byte === OPEN_LIST) {
      count += 1;
      if (byte !== COMMA) level += 1;
      if (level > depth || count > values) return false;
    }
  }
  return true;
}
