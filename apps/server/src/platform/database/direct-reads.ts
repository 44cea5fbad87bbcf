import type { NamedQuery, ReadConnections } from "./read-connections.ts";

/** Those over which what may take long is read are others, so that nothing short waits behind it. */
type Connections = { short: ReadConnections; long: ReadConnections };

const connectionsOf = new WeakMap<object, Connections>();

/** From now on the fixed statements of this database are read over these connections. A transaction of it keeps its own. */
export function readOver(db: object, connections: Connections): void {
  connectionsOf.set(db, connections);
}

export type DirectStatement = {
  name: string;
  text: string;
  mayTakeLong: boolean;
  toRow: ((values: unknown[]) => object) | undefined;
};

/** The rows of a fixed statement, or undefined where a transaction must read them. */
export function readDirectly<Row>(
  db: object,
  statement: DirectStatement,
  values: unknown[],
): Promise<Row[]> | undefined {
  const connections = connectionsOf.get(db);
  if (!connections) return undefined;
  const { name, text, mayTakeLong } = statement;
  return readRows<Row>(mayTakeLong ? connections.long : connections.short, statement, { name, text, values });
}

async function readRows<Row>(connections: ReadConnections, statement: DirectStatement, query: NamedQuery) {
  const { rows, fields } = await connections.ask(query).catch(explainRefusedWrite);
  statement.toRow ??= rowMaker(fields);
  const { toRow } = statement;
  // The statement was built to answer rows of this type.
  return rows.map(toRow) as Row[];
}

const READ_ONLY_TRANSACTION = "25006";

/** No server takes a write over these connections: the statement is wrong, and the database is not gone. */
function explainRefusedWrite(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === READ_ONLY_TRANSACTION)
    throw new Error("A fixed statement that writes needs a transaction.", { cause: error });
  throw error;
}

/** PostgreSQL's types of values that are objects with keys of their own. */
const JSON_TYPES = [114, 3802];

/** Makes rows as the query builder does: the names of columns, and of the keys in them, become camelCase. */
function rowMaker(fields: { name: string; dataTypeID: number }[]): (values: unknown[]) => object {
  const keys = fields.map(({ name }) => toCamelCase(name));
  const empty: Record<string, unknown> = Object.fromEntries(keys.map((key) => [key, null]));
  const nested = fields.flatMap(({ dataTypeID }, index) => (JSON_TYPES.includes(dataTypeID) ? [index] : []));
  return (values) => {
    for (const index of nested) values[index] = renameKeys(values[index]);
    // A copy has its final shape at once.
    const row = { ...empty };
    for (let index = 0; index < keys.length; index += 1) row[keys[index] as string] = values[index];
    return row;
  };
}

function renameKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toCamelCase(key), renameKeys(inner)]));
}

const toCamelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
