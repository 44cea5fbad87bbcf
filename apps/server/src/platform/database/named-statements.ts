import { createHash } from "node:crypto";

/**
 * How many texts get a name at most; the code has fewer. Statements with lists of varying length get none, because each
 * length is a text of its own.
 */
const TEXTS_MAX = 300;
const LIST = /\(\$\d+, \$\d+, \$\d+/;

/**
 * Names the reading statements of the builder, so that PostgreSQL parses each of them once per connection instead of
 * every time, and decides by itself whether one plan fits all values.
 */
export function openNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const knownName = names.get(text);
    if (knownName !== undefined) return knownName;
    if (names.size >= TEXTS_MAX || !/^\s*(?:select|with)\s/.test(text) || LIST.test(text)) return undefined;
    const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
    names.set(text, name);
    return name;
  };
}
