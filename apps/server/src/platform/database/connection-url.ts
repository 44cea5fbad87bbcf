import type { Connection } from "./database.ts";

/**
 * Writes a connection as one URL, for tools that accept nothing else. The folder of a Unix socket goes into the query.
 */
export function connectionUrl(connection: Connection): string {
  if ("connectionString" in connection) return connection.connectionString;
  const { host, port, user, password, database } = connection;
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  if (!host.startsWith("/")) return `postgres://${credentials}@${host}:${port}/${database}`;
  return `postgres://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** The connection to another database of the same server. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (!("connectionString" in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
