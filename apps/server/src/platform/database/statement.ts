import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { PlannedQuery } from "./builder.ts";
import { READ_ONLY } from "./connections.ts";
import type { Db } from "./database.ts";
import { findReadConnections } from "./read-connections.ts";

type Values = Record<string, unknown>;
/** A placeholder in the SQL text for each value of a call. */
export type Params<V extends Values> = { [K in keyof V]: RawBuilder<V[K]> };
type CompilableStatement<Row> = { compile(db: Db): CompiledQuery<Row> };

type Options = {
  /** A "long read" may read thousands of rows; it uses connections that no short read waits for. */
  connection: "read" | "long read";
};

let statements = 0;

/**
 * A statement whose text is the same at every call. The first call builds and compiles it; later calls only send their
 * values. For a large read, building the text takes longer than reading its answer. PostgreSQL parses it once per
 * connection and has one plan of it for all values; a statement that needs another plan goes through `askPlannedAnew`.
 * Outside of a transaction the statement uses the read connections, which refuse writes; within a transaction it uses
 * the transaction's connection.
 */
export function statement<V extends Values, Row>(
  build: (params: Params<V>, db: Db) => CompilableStatement<Row>,
  { connection }: Options = { connection: "read" },
): (db: Db, values: V) => Promise<Row[]> {
  statements += 1;
  const name = `statement-${statements}`;
  let prepared: PreparedStatement<Row> | undefined;
  return async (db, values) => {
    prepared ??= prepare(build, db);
    const query: PlannedQuery<Row> = { ...prepared.compiled, name, parameters: prepared.valuesOf(values) };
    const reads = findReadConnections(db);
    const answer = reads
      ? await reads.read<Row>(query, connection === "long read").catch(explainRefusedWrite)
      : await db.executeQuery<Row>(query);
    return answer.rows;
  };
}

/** Runs a query that needs a plan for its values each time, because no single plan suits them all. */
export async function askPlannedAnew<Row>(db: Db, query: CompilableStatement<Row>): Promise<Row[]> {
  const plannedQuery: PlannedQuery<Row> = { ...query.compile(db), plan: "custom" };
  return (await db.executeQuery<Row>(plannedQuery)).rows;
}

/**
 * The read connections refuse every write, so the statement is wrong; without this text the error would look like an
 * outage.
 */
function explainRefusedWrite(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === READ_ONLY)
    throw new Error("A statement that writes needs a transaction.", { cause: error });
  throw error;
}

/** A statement in a few shapes. Each shape has its own text, which is built at the first call with that shape. */
export function shapedStatement<Shape, V extends Values, Row>(
  keyOf: (shape: Shape) => string,
  build: (shape: Shape, params: Params<V>, db: Db) => CompilableStatement<Row>,
  connectionOf: (shape: Shape) => Options["connection"] = () => "read",
): (db: Db, shape: Shape, values: V) => Promise<Row[]> {
  const knownStatements = new Map<string, ReturnType<typeof statement<V, Row>>>();
  return (db, shape, values) => {
    const key = keyOf(shape);
    const make = (params: Params<V>, at: Db) => build(shape, params, at);
    const knownStatement = knownStatements.get(key) ?? statement(make, { connection: connectionOf(shape) });
    knownStatements.set(key, knownStatement);
    return knownStatement(db, values);
  };
}

/** A statement's text, and its parameters for the values of a call. */
type PreparedStatement<Row> = { compiled: CompiledQuery<Row>; valuesOf(values: Values): unknown[] };

function prepare<V extends Values, Row>(
  build: (params: Params<V>, db: Db) => CompilableStatement<Row>,
  db: Db,
): PreparedStatement<Row> {
  const placeholders = new Map<string, RawBuilder<unknown>>();
  const nameOf = new Map<unknown, string>();
  const addPlaceholder = (name: string) => {
    const mark = { name };
    nameOf.set(mark, name);
    return sql`${mark}`;
  };
  // The names of the values are not known beforehand, because the text asks for them one by one.
  const get = (_: object, key: string | symbol) => {
    const name = String(key);
    const placeholder = placeholders.get(name) ?? addPlaceholder(name);
    placeholders.set(name, placeholder);
    return placeholder;
  };
  // The cast holds because the proxy makes a placeholder for any name.
  const compiled = build(new Proxy({}, { get }) as Params<V>, db).compile(db);
  const { text, parameters } = shareParameters(compiled);
  const names = parameters.map((parameter) => nameOf.get(parameter));
  const valuesOf = (values: Values) =>
    parameters.map((constant, index) => {
      const name = names[index];
      return name === undefined ? constant : values[name];
    });
  return { compiled: { ...compiled, sql: text }, valuesOf };
}

/** Makes each value a single parameter, even if it occurs in several places of the text. */
function shareParameters({ sql: text, parameters }: CompiledQuery): { text: string; parameters: unknown[] } {
  const distinct = [...new Set(parameters)];
  const numbers = parameters.map((parameter) => distinct.indexOf(parameter) + 1);
  return { text: text.replace(/\$(\d+)/g, (_, number) => `$${numbers[Number(number) - 1]}`), parameters: distinct };
}
