import { createHash } from "node:crypto";

/** More than the queries in the code. Statements with lists of varying length are left out, as their texts never end. */
const TEXTS_MAX = 300;
const LIST = /\(\$\d+, \$\d+, \$\d+/;

/**
 * Names the reads of the builder, so that PostgreSQL parses each of them once for each connection instead of every time, and
 * decides by itself when one plan fits all values.
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
