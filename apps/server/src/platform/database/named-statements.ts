import { createHash } from "node:crypto";
import pg from "pg";

/** Texts are as many as the queries that are written; what is built from lists of changing length is left out. */
const TEXTS_MAX = 300;
const LIST = /\(\$\d+, \$\d+, \$\d+/;

type Send = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown;

/**
 * Gives the reads of a connection names, so that PostgreSQL parses and plans each once instead of every time: it decides
 * by itself when a plan fits all values. `names` is shared by the connections of a pool.
 */
export function nameStatements(client: pg.PoolClient | pg.Client, names: Map<string, string>): void {
  const send: Send = (...given) => Reflect.apply(pg.Client.prototype.query, client, given);
  // The one form that the query builder uses, text and values, is given a name; every other one passes as it is.
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
