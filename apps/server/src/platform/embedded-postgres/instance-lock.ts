import fs from "node:fs";
import { Socket } from "node:net";
import { Client, DatabaseError } from "pg";
import type { Cluster, Connection } from "./cluster.ts";
import { embeddedPostgresError } from "./embedded-postgres-error.ts";

// "Caramelo" in ASCII, as a number. Any other constant would do; it must never change.
const LOCK_KEY = "4855287636054862959";
// A killed Node's session ends within milliseconds; a living one's does not.
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Held as long as its connection lives. `lost` comes true when the server has ended it. */
export type InstanceLock = { lost: Promise<void>; release: () => Promise<void> };

/**
 * Takes the one lock of the cluster, which says that an instance of the product lives on it, whoever started the server.
 * Answers the reason when the server does not take connections (yet). Throws IN_USE when another instance has the lock.
 */
export async function takeInstanceLock(cluster: Cluster, connection: Connection): Promise<InstanceLock | string> {
  const socket = new Socket();
  const client = new Client({
    ...connection,
    database: "postgres",
    application_name: "caramelo instance lock",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => socket,
  });
  client.on("error", () => {}); // `lost` tells it.
  const lost = new Promise<void>((resolve) => client.once("end", resolve));
  const release = () => client.end().catch(() => {});
  try {
    await client.connect();
    await assertServes(client, cluster.dataFolder);
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    socket.unref();
    return { lost, release };
  } catch (error) {
    void release();
    return judgeFailure(error, cluster);
  }
}

/** The server that answers must be the one of our folder, not another one's at the same place. */
async function assertServes(client: Client, dataFolder: string): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>("show data_directory");
  const served = rows[0]?.data_directory ?? "";
  if (!fs.existsSync(served) || fs.realpathSync(served) !== dataFolder)
    throw embeddedPostgresError(
      "FAILED",
      `The PostgreSQL server that answers for ${dataFolder} serves ${served}: stop it first.`,
    );
}

function judgeFailure(error: unknown, { dataDir, dataFolder }: Cluster): string {
  const code = error instanceof DatabaseError ? error.code : undefined;
  if (code === "55P03") throw inUse(dataDir);
  if (code?.startsWith("28"))
    throw embeddedPostgresError(
      "FAILED",
      `The database in ${dataFolder} refuses the password of its own password file.`,
      error,
    );
  if (error instanceof Error && "code" in error && error.code === "FAILED") throw error;
  return error instanceof Error ? error.message : String(error);
}

function inUse(dataDir: string): Error {
  return embeddedPostgresError(
    "IN_USE",
    `Another Caramelo is already running on the data folder ${dataDir}: stop it first, or give this one another DATA_DIR.`,
  );
}
