import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";

export type Values = Record<string, unknown>;
/** For each value of a call, its place in the text. */
export type Places<V extends Values> = { [K in keyof V]: RawBuilder<V[K]> };
export type Compilable<Row> = { compile(db: Db): CompiledQuery<Row> };

/**
 * A statement whose text is the same at every call. It is built and compiled at the first one; the others only send their
 * values, which for a large read saves more time than reading its answer takes.
 */
export function fixedStatement<V extends Values, Row>(
  build: (places: Places<V>, db: Db) => Compilable<Row>,
): (db: Db, values: V) => Promise<Row[]> {
  let prepared: Prepared<Row> | undefined;
  return async (db, values) => {
    prepared ??= prepare(build, db);
    const { compiled, valuesOf } = prepared;
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: valuesOf(values) });
    return rows;
  };
}

/** A statement's text, and its parameters for the values of a call. */
export type Prepared<Row = unknown> = {
  text: string;
  compiled: CompiledQuery<Row>;
  valuesOf(values: Values): unknown[];
};

export function prepare<V extends Values, Row>(
  build: (places: Places<V>, db: Db) => Compilable<Row>,
  db: Db,
): Prepared<Row> {
  const nameOf = new Map<unknown, string>();
  const placeFor = (name: string) => {
    const mark = { name };
    nameOf.set(mark, name);
    return sql`${mark}`;
  };
  // The names of the values are known only when the text asks for them.
  const places = new Proxy({}, { get: (_, name) => placeFor(String(name)) }) as Places<V>;
  const compiled = build(places, db).compile(db);
  const names = compiled.parameters.map((parameter) => nameOf.get(parameter));
  const valuesOf = (values: Values) =>
    compiled.parameters.map((constant, index) => {
      const name = names[index];
      return name === undefined ? constant : values[name];
    });
  return { text: compiled.sql, compiled, valuesOf };
}
