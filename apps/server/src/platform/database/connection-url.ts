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

/** The connection to another database of the same server, or of the same servers. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (!("connectionString" in connection)) return { ...connection, database };
  const { connectionString } = connection;
  const hosts = listHosts(connectionString);
  const url = new URL(onHosts(connectionString, hosts.slice(0, 1)));
  url.pathname = `/${database}`;
  return { connectionString: hosts.length > 1 ? onHosts(url.href, hosts) : url.href };
}

/** Scheme and credentials, and then the hosts. */
const HOSTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)/i;

/**
 * Lists the hosts that a URL names in libpq's form, which `URL` refuses: `postgres://user@one:5432,two:5433/database`.
 * There is always one, which may be empty.
 */
export const listHosts = (url: string): string[] => HOSTS.exec(url)?.[2]?.split(",") ?? [""];

/** The same URL with other hosts. */
export const onHosts = (url: string, hosts: string[]): string =>
  url.replace(HOSTS, (_, before: string) => `${before}${hosts.join()}`);

/** Whether the URL of several hosts asks, in libpq's words, for the one that accepts writes. */
export const asksForPrimary = (url: string): boolean =>
  /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/.test(url);
