import pg from "pg";
import { PRODUCT_NAME } from "../product-name.ts";
import { isContention } from "./contention.ts";
import { listHosts, onHosts } from "./list-hosts.ts";

/** The address of the server that accepts writes. */
export type Primary = { host: string; port: number };
type Candidate = Primary & { timeline: number };

/** The state that this process knows of the servers that a URL names. */
type Cluster = {
  /** The running search for the primary, or its result. */
  search: Promise<Primary> | undefined;
  /** The result of the search; undefined while it is running. */
  primary: Primary | undefined;
  timeline: number;
  /** Each open connection, and the server that it leads to. `drop` ends it at once. */
  connections: Map<{ drop(): void }, Primary>;
};

/** A host that does not answer in this time is passed over, in milliseconds. */
export const HOST_MS = 2_000;

// Each promotion begins a new timeline, so of two servers that accept writes the one on the later timeline is the
// primary. The other one is a former primary, restarted without knowing it: what it stores is lost.
const TIMELINE = `
  select case when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then 0
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

/** PostgreSQL's own error while it cannot accept connections (cannot_connect_now): an outage. */
const NOT_NOW = "57P03";

const clusters = new Map<string, Cluster>();

function clusterOf(url: string): Cluster {
  const key = listHosts(url).join();
  const cluster = clusters.get(key) ?? { search: undefined, primary: undefined, timeline: 0, connections: new Map() };
  clusters.set(key, cluster);
  return cluster;
}

/**
 * Returns the server of a URL with several hosts that accepts writes. All hosts are asked at once, and again only after
 * `suspectPrimary`. When another one is found than before, the connections to the others are dropped.
 * @throws an outage when no host accepts writes
 */
export function findPrimary(url: string): Promise<Primary> {
  const cluster = clusterOf(url);
  cluster.search ??= search(url, cluster).catch((error: unknown) => {
    forget(cluster);
    throw error;
  });
  return cluster.search;
}

/**
 * Returns the URL that names this server alone, or `url` itself where it names a single host.
 * @throws an outage when no host accepts writes
 */
export async function findPrimaryUrl(url: string): Promise<string> {
  if (listHosts(url).length === 1) return url;
  const { host, port } = await findPrimary(url);
  return onHosts(url, [`${host.includes(":") ? `[${host}]` : host}:${port}`]);
}

/**
 * Makes the next connection look for the primary again, because the one found may have been replaced. With `server`, a
 * connection to it failed: nothing changes unless that server was found last.
 */
export function suspectPrimary(url: string, server?: Primary): void {
  const cluster = clusterOf(url);
  if (!server || (cluster.primary && isSame(server, cluster.primary))) forget(cluster);
}

function forget(cluster: Cluster): void {
  cluster.search = undefined;
  cluster.primary = undefined;
}

const isSame = (one: Primary, other: Primary): boolean => one.host === other.host && one.port === other.port;

/**
 * Remembers an open connection until the returned function is called at its end, so that it is dropped when another
 * server becomes the primary.
 */
export function keepConnection(url: string, connection: { drop(): void }, primary: Primary): () => void {
  const cluster = clusterOf(url);
  cluster.connections.set(connection, primary);
  return () => {
    cluster.connections.delete(connection);
    // Only an open connection tells that its server is gone.
    if (cluster.connections.size === 0) forget(cluster);
  };
}

async function search(url: string, cluster: Cluster): Promise<Primary> {
  const hosts = listHosts(url);
  const answers = await Promise.allSettled(hosts.map((host) => ask(onHosts(url, [host]))));
  const candidates = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const [latest] = candidates.toSorted((one, other) => other.timeline - one.timeline);
  if (!latest || latest.timeline === 0 || latest.timeline < cluster.timeline) {
    // A server whose connections are all in use may be the primary: it is busy, not away.
    for (const answer of answers) if (answer.status === "rejected" && isContention(answer.reason)) throw answer.reason;
    const reasons = answers.map((answer, at) => `${hosts[at]}: ${describe(answer)}`);
    const error = new Error(`no host of the database accepts writes (${reasons.join("; ")})`);
    throw Object.assign(error, { code: NOT_NOW });
  }
  cluster.timeline = latest.timeline;
  cluster.primary = latest;
  for (const [connection, server] of cluster.connections) if (!isSame(server, latest)) connection.drop();
  return latest;
}

function describe(answer: PromiseSettledResult<Candidate>): string {
  if (answer.status === "rejected") return String(answer.reason);
  return answer.value.timeline === 0 ? "accepts no writes" : "was the primary before another one";
}

async function ask(connectionString: string): Promise<Candidate> {
  const times = { connectionTimeoutMillis: HOST_MS, query_timeout: HOST_MS };
  const client = new pg.Client({ connectionString, ...times, application_name: PRODUCT_NAME });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number }>(TIMELINE);
    return { host: client.host, port: client.port, timeline: rows[0]?.timeline ?? 0 };
  } finally {
    // A host that does not answer would not end the connection either, so this does not wait.
    void client.end().catch(() => {});
  }
}
