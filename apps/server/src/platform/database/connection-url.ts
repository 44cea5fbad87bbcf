import type { Connection } from "./database.ts";
import { listHosts, onHosts } from "./list-hosts.ts";

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

/** The connection to another database of the same server, or of the same servers. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (!("connectionString" in connection)) return { ...connection, database };
  const { connectionString } = connection;
  const hosts = listHosts(connectionString);
  const url = new URL(onHosts(connectionString, hosts.slice(0, 1)));
  url.pathname = `/${database}`;
  return { connectionString: hosts.length > 1 ? onHosts(url.href, hosts) : url.href };
}
