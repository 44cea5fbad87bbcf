import { createHash } from "node:crypto";

/**
 * More than the code has queries. Statements with lists of varying length get no name, because the number of their
 * texts has no end.
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
