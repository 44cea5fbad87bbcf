import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";
import { type DirectStatement, readDirectly } from "./direct-reads.ts";

export type Values = Record<string, unknown>;
/** For each value of a call, its place in the text. */
export type Places<V extends Values> = { [K in keyof V]: RawBuilder<V[K]> };
export type Compilable<Row> = { compile(db: Db): CompiledQuery<Row> };

let statements = 0;

/**
 * A statement whose text is the same at every call. It is built and compiled at the first one; the others only send their
 * values, which for a large read saves more time than reading its answer takes. PostgreSQL has one plan of it for all values.
 * Outside of a transaction it goes over the connections that many read over at once, which take no writes; one that may read
 * thousands of rows goes over others than the short ones.
 */
export function fixedStatement<V extends Values, Row>(
  build: (places: Places<V>, db: Db) => Compilable<Row>,
  { mayTakeLong = false } = {},
): (db: Db, values: V) => Promise<Row[]> {
  statements += 1;
  const name = `fixed-${statements}`;
  let prepared: (Prepared<Row> & DirectStatement) | undefined;
  return async (db, values) => {
    prepared ??= { name, mayTakeLong, toRow: undefined, ...prepare(build, db) };
    const { compiled, valuesOf } = prepared;
    const parameters = valuesOf(values);
    const read = readDirectly<Row>(db, prepared, parameters);
    return read ?? (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** The same in a few shapes: each is a text of its own, which is built when its shape is asked for first. */
export function shapedStatement<Shape, V extends Values, Row>(
  keyOf: (shape: Shape) => string,
  build: (shape: Shape, places: Places<V>, db: Db) => Compilable<Row>,
  mayTakeLong: (shape: Shape) => boolean = () => false,
): (db: Db, shape: Shape, values: V) => Promise<Row[]> {
  const known = new Map<string, ReturnType<typeof fixedStatement<V, Row>>>();
  return (db, shape, values) => {
    const key = keyOf(shape);
    const make = (places: Places<V>, at: Db) => build(shape, places, at);
    const statement = known.get(key) ?? fixedStatement(make, { mayTakeLong: mayTakeLong(shape) });
    known.set(key, statement);
    return statement(db, values);
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
  const places = new Map<string, RawBuilder<unknown>>();
  const nameOf = new Map<unknown, string>();
  const placeFor = (name: string) => {
    const mark = { name };
    nameOf.set(mark, name);
    return sql`${mark}`;
  };
  // The names of the values are known only when the text asks for them.
  const get = (_: object, key: string | symbol) => {
    const name = String(key);
    const place = places.get(name) ?? placeFor(name);
    places.set(name, place);
    return place;
  };
  const compiled = build(new Proxy({}, { get }) as Places<V>, db).compile(db);
  const { text, parameters } = shareParameters(compiled);
  const names = parameters.map((parameter) => nameOf.get(parameter));
  const valuesOf = (values: Values) =>
    parameters.map((constant, index) => {
      const name = names[index];
      return name === undefined ? constant : values[name];
    });
  return { text, compiled: { ...compiled, sql: text }, valuesOf };
}

/** A value that stands in several places of a text is sent once. */
function shareParameters({ sql: text, parameters }: CompiledQuery): { text: string; parameters: unknown[] } {
  const distinct = [...new Set(parameters)];
  const numbers = parameters.map((parameter) => distinct.indexOf(parameter) + 1);
  return { text: text.replace(/\$(\d+)/g, (_, number) => `$${numbers[Number(number) - 1]}`), parameters: distinct };
}
