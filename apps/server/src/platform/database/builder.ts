import { createHash } from "node:crypto";
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
import type { DB } from "./types.generated.ts";

/** The ids of PostgreSQL's types json and jsonb, whose values contain keys. */
const JSON_TYPES = [114, 3802];

/** Turns the driver's answer into rows; the names of columns, and the keys in JSON, become camelCase. */
function makeRows({ rows, fields }: pg.QueryArrayResult<unknown[]>): object[] {
  const keys = fields.map(({ name }) => toCamelCase(name));
  const empty: Record<string, unknown> = Object.fromEntries(keys.map((key) => [key, null]));
  const nested = fields.flatMap(({ dataTypeID }, index) => (JSON_TYPES.includes(dataTypeID) ? [index] : []));
  return rows.map((values) => {
    for (const index of nested) values[index] = renameKeys(values[index]);
    // A copy of an object that already has all keys is faster than adding them one by one.
    const row = { ...empty };
    for (const [index, key] of keys.entries()) row[key] = values[index];
    return row;
  });
}

function renameKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toCamelCase(key), renameKeys(inner)]));
}

const toCamelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Maximum number of named texts; the code has fewer. Statements with lists of varying length get no name, because each
 * length is another text.
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
  const brokenClients = new WeakSet<pg.PoolClient>();
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
      // An earlier statement failed, and the caller continued nevertheless: the commit has become a rollback.
      if (command === "ROLLBACK") throw new AbortedTransactionError();
    },
    async rollbackTransaction(connection) {
      try {
        await control(connection, "rollback");
      } catch (error) {
        brokenClients.add(clientOf(connection));
        throw error;
      }
    },
    async releaseConnection(connection) {
      const client = clientOf(connection);
      // A connection that cannot even roll back is closed, and the database then rolls back by itself.
      client.release(brokenClients.has(client));
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
      // A text of several statements has a list of answers; no caller needs them.
      if (Array.isArray(answer)) return { rows: [] };
      const changeCount = CHANGES.includes(answer.command) ? { numAffectedRows: BigInt(answer.rowCount ?? 0) } : {};
      // The cast holds because the type of the query says what its rows are.
      return { ...changeCount, rows: makeRows(answer) as Row[] };
    },
    streamQuery() {
      throw new Error("nothing here is read as a stream");
    },
  };
}
