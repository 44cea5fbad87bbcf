import {
  AbortedTransactionError,
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type pg from "pg";
import type { Connections } from "./connections.ts";
import { openNames } from "./named-statements.ts";
import { makeRows } from "./rows.ts";
import type { DB } from "./types.generated.ts";

/**
 * A query with what the driver needs to know: its name, or that it must be planned for its values each time and stays
 * unnamed.
 */
export type PlannedQuery<Row = unknown> = CompiledQuery<Row> & { name?: string; plan?: "custom" };

export function openBuilder(connections: Connections): Kysely<DB> {
  const names = new CamelCasePlugin();
  const plugin: KyselyPlugin = {
    transformQuery: (query) => names.transformQuery(query),
    // `makeRows` has already renamed the columns.
    transformResult: async ({ result }) => result,
  };
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => openDriver(connections),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [plugin],
  });
}

/** A driver of our own, because Kysely's does not give queries names. */
function openDriver({ pool, ask }: Connections): Driver {
  const nameOf = openNames();
  const clients = new WeakMap<DatabaseConnection, pg.PoolClient>();
  const broken = new WeakSet<pg.PoolClient>();
  const clientOf = (connection: DatabaseConnection): pg.PoolClient => {
    const client = clients.get(connection);
    if (!client) throw new Error("the connection is another driver's");
    return client;
  };
  const control = (connection: DatabaseConnection, text: string) => ask(clientOf(connection), { text, values: [] });
  return {
    init: async () => {},
    async acquireConnection() {
      const client = await pool.connect();
      const connection = openLink(client, { ask, nameOf });
      clients.set(connection, client);
      return connection;
    },
    async beginTransaction(connection, { isolationLevel, accessMode }) {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
      await control(connection, `begin${level}${accessMode ? ` ${accessMode}` : ""}`);
    },
    async commitTransaction(connection) {
      const { command } = await control(connection, "commit");
      // An earlier statement failed, and the caller went on nevertheless: the commit has become a rollback.
      if (command === "ROLLBACK") throw new AbortedTransactionError();
    },
    async rollbackTransaction(connection) {
      try {
        await control(connection, "rollback");
      } catch (error) {
        broken.add(clientOf(connection));
        throw error;
      }
    },
    async releaseConnection(connection) {
      const client = clientOf(connection);
      // A connection that cannot even roll back is closed, and the database then rolls back by itself.
      client.release(broken.has(client));
    },
    destroy: () => pool.end(),
  };
}

const CHANGES = ["INSERT", "UPDATE", "DELETE", "MERGE"];

type QueryConnections = Pick<Connections, "ask"> & { nameOf: ReturnType<typeof openNames> };

function openLink(client: pg.PoolClient, { ask, nameOf }: QueryConnections): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters, plan, ...query }: PlannedQuery) {
      const name = query.name ?? (plan === "custom" ? undefined : nameOf(sql));
      const answer = await ask(client, { name, text: sql, values: [...parameters] });
      // A text of several statements has a list of answers, of which no caller needs any.
      if (Array.isArray(answer)) return { rows: [] };
      const changed = CHANGES.includes(answer.command) ? { numAffectedRows: BigInt(answer.rowCount ?? 0) } : {};
      // The cast holds because the type of the query says what its rows are.
      return { ...changed, rows: makeRows(answer) as Row[] };
    },
    streamQuery() {
      throw new Error("nothing here is read as a stream");
    },
  };
}
