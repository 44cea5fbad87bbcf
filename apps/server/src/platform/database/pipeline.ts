import type pg from "pg";
import type { Db } from "./database.ts";
import { type Compilable, type Places, type Prepared, prepare, type Values } from "./fixed-statement.ts";

/** A statement with its values, which is sent when a transaction is given it. */
export type PipelinedQuery<Row> = { statement: Statement; values: Values; rowsAre?: Row };
type Statement = { name: string; prepare(db: Db): Prepared; keys?: string[] };

type Queries = readonly PipelinedQuery<unknown>[];
type RowsOf<Q extends Queries> = { -readonly [K in keyof Q]: Q[K] extends PipelinedQuery<infer Row> ? Row[] : never };

export type PipelinedTransaction = {
  /** Sends statements together, in their order, and answers the rows of each. It takes about as long as one statement. */
  ask<const Q extends Queries>(...queries: Q): Promise<RowsOf<Q>>;
  /** The same with the commit behind them: when it answers, all is stored. */
  commit<const Q extends Queries>(...queries: Q): Promise<RowsOf<Q>>;
};

/** What the work of a transaction has not committed when it ends or throws is rolled back. */
export type Pipeline = {
  transaction<T>(work: (trx: PipelinedTransaction) => Promise<T>): Promise<T>;
};

let statements = 0;

/** A statement for pipelines whose text is the same at every call. It is built at the first one. */
export function pipelinedStatement<V extends Values, Row>(
  build: (places: Places<V>, db: Db) => Compilable<Row>,
): (values: V) => PipelinedQuery<Row> {
  statements += 1;
  let prepared: Prepared | undefined;
  const statement: Statement = {
    name: `pipelined-${statements}`,
    prepare: (db) => {
      prepared ??= prepare(build, db);
      return prepared;
    },
  };
  return (values) => ({ statement, values });
}

/** `pool` was opened with `pipeline: true`; `db` only builds the texts of the statements. */
export function openPipeline(pool: pg.Pool, db: Db): Pipeline {
  return {
    async transaction(work) {
      const client = await pool.connect();
      const { trx, rollBack } = openTransaction(client, db);
      try {
        return await work(trx);
      } finally {
        // A connection that cannot even roll back is closed, and the database rolls back by itself.
        client.release(await rollBack());
      }
    },
  };
}

function openTransaction(client: pg.PoolClient, db: Db) {
  let isOpen = false;
  const control = (text: "begin" | "commit" | "rollback") => client.query({ name: text, text });

  /** Waits for all, also when one failed: nothing may be on its way when the connection is used again. */
  async function sendAll<Q extends Queries>(queries: Q, isLast: boolean): Promise<RowsOf<Q>> {
    const begun = isOpen ? [] : [control("begin")];
    isOpen = true;
    const asked = queries.map((query) => send(client, query, db));
    const ended = isLast ? [control("commit")] : [];
    const done = await Promise.allSettled([...begun, ...asked, ...ended]);
    const failed = done.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
    isOpen = !isLast;
    // Each has its rows in its place; TypeScript cannot follow the map.
    return (await Promise.all(asked)) as RowsOf<Q>;
  }
  const trx: PipelinedTransaction = {
    ask: (...queries) => sendAll(queries, false),
    commit: (...queries) => sendAll(queries, true),
  };
  /** Answers why it could not. */
  async function rollBack(): Promise<Error | undefined> {
    if (!isOpen) return undefined;
    return control("rollback").then(
      () => undefined,
      (error: Error) => error,
    );
  }
  return { trx, rollBack };
}

async function send<Row>(client: pg.PoolClient, { statement, values }: PipelinedQuery<Row>, db: Db): Promise<Row[]> {
  const { text, valuesOf } = statement.prepare(db);
  const query = { name: statement.name, text, values: valuesOf(values), rowMode: "array" } as const;
  const { rows, fields } = await client.query(query);
  statement.keys ??= fields.map(({ name }) => toCamelCase(name));
  const { keys } = statement;
  // The statement's type says what its rows are.
  return rows.map((row) => Object.fromEntries(keys.map((key, index) => [key, row[index]])) as Row);
}

const toCamelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
