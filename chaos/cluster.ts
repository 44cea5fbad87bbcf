import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPostmaster } from "@caramelo/embedded-postgres/postmaster-file";
import { type Connection, type Db, openDatabase } from "../apps/server/src/platform/database/database.ts";
import { migrate } from "../apps/server/src/platform/database/migrate.ts";
import { openServer } from "../apps/server/src/platform/database/server.ts";
import { PRODUCT_NAME } from "../apps/server/src/platform/product-name.ts";

// Handles the embedded PostgreSQL of a data folder from outside of the process that runs it.

const POLL_MS = 10;
const clusterOf = (dataDir: string) => join(dataDir, "postgres");

/** Makes what the product needs in its folder besides a database. */
export function prepareFiles(dataDir: string): void {
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711);
  // The smallest folder that counts as a web build.
  mkdirSync(join(dataDir, "pages"));
  writeFileSync(join(dataDir, "pages", "__spa-fallback.html"), "<!doctype html>");
}

/** Makes the database of a folder. Returns the result of `prepare`. */
export async function prepareFolder<T>(dataDir: string, prepare: (db: Db) => Promise<T>): Promise<T> {
  const server = await openServer({ databaseUrl: undefined, dataDir, say: () => {} });
  const { db, close } = openDatabase(server.connection);
  try {
    await migrate(server.connection);
    return await prepare(db);
  } finally {
    await close();
    await server.stop();
  }
}

/** Kills PostgreSQL without a shutdown. Returns the id of the killed process; undefined when none ran. */
export function killPostmaster(dataDir: string): number | undefined {
  const postmaster = findPostmaster(clusterOf(dataDir));
  if (postmaster) process.kill(postmaster.pid, "SIGKILL");
  return postmaster?.pid;
}

/** Resolves when a PostgreSQL other than the killed one is ready. */
export async function waitForPostmaster(dataDir: string, killedId: number | undefined): Promise<void> {
  for (;;) {
    const postmaster = findPostmaster(clusterOf(dataDir));
    if (postmaster?.isReady && postmaster.pid !== killedId) return;
    await sleep(POLL_MS);
  }
}

/** Kills PostgreSQL and waits for its end. Call it when no process is left that would start it again. */
export async function endPostmaster(dataDir: string): Promise<void> {
  killPostmaster(dataDir);
  while (findPostmaster(clusterOf(dataDir))) await sleep(POLL_MS);
}

/** Opens the running database with the rights of its owner, for the time of `work`. */
export async function withRunningDatabase<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(await findConnection(clusterOf(dataDir)), { max: 1 });
  return work(db).finally(close);
}

/** The connection to the running cluster, as the cluster's own files describe it. */
async function findConnection(cluster: string): Promise<Connection> {
  const postmaster = findPostmaster(cluster);
  if (!postmaster) throw new Error(`no PostgreSQL runs on ${cluster}`);
  const password = (await readFile(join(cluster, `${PRODUCT_NAME}.password`), "utf8")).trim();
  const { host, port } = postmaster;
  return { host, port, user: PRODUCT_NAME, password, database: PRODUCT_NAME };
}
