import { createHash } from "node:crypto";
import pg from "pg";

/** More than the queries in the code. Statements with lists of varying length are left out, as their texts never end. */
const TEXTS_MAX = 300;
const LIST = /\(\$\d+, \$\d+, \$\d+/;

type Send = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown;

/**
 * Names the reads of a connection, so that PostgreSQL parses each of them once instead of every time. PostgreSQL decides
 * by itself when one plan fits all values. The connections of a pool share `names`.
 */
export function nameStatements(client: pg.PoolClient | pg.Client, names: Map<string, string>): void {
  const send: Send = (...args) => Reflect.apply(pg.Client.prototype.query, client, args);
  // Only calls with text and values, the form that the query builder uses, get a name.
  const named: Send = (text, values, ...rest) => {
    const name = typeof text === "string" && Array.isArray(values) ? nameOf(text, names) : undefined;
    return name === undefined ? send(text, values, ...rest) : send({ name, text, values }, ...rest);
  };
  client.query = named as typeof client.query;
}

function nameOf(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= TEXTS_MAX || !/^\s*(?:select|with)\s/.test(text) || LIST.test(text)) return undefined;
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}
