import fs from "node:fs";
import { Socket } from "node:net";
import { Client, DatabaseError } from "pg";
import type { Cluster, Connection } from "./cluster.ts";
import { embeddedPostgresError, failure } from "./errors.ts";

// Arbitrary, but it must never change: an older and a newer version of the application may share a cluster.
const LOCK_KEY = "4855287636054862959";
// The session of a killed Node process ends within milliseconds; that of a living one does not.
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** A lock that lasts as long as its connection. `lost` resolves when the server has ended that connection. */
export type InstanceLock = { lost: Promise<void>; release: () => Promise<void> };

/**
 * Takes the cluster's only lock, held by the application instance that uses it, even if another process started the
 * server. Returns a reason when the server does not accept connections yet. Throws IN_USE when another instance has the
 * lock.
 */
export async function takeInstanceLock(cluster: Cluster, connection: Connection): Promise<InstanceLock | string> {
  const socket = new Socket();
  const client = new Client({
    ...connection,
    database: "postgres",
    application_name: `${cluster.application.id} instance lock`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => socket,
  });
  client.on("error", () => {}); // `lost` reports the end of the connection.
  const loss = new Promise<void>((resolve) => client.once("end", resolve));
  const release = () => client.end().catch(() => {});
  try {
    await client.connect();
    await assertServes(client, cluster.dataFolder);
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    socket.unref();
    return { lost: loss, release };
  } catch (error) {
    void release();
    return classifyFailure(error, cluster);
  }
}

/** Checks that the answering server serves our folder, not another one at the same address. */
async function assertServes(client: Client, dataFolder: string): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>("show data_directory");
  const served = rows[0]?.data_directory ?? "";
  if (!fs.existsSync(served) || fs.realpathSync(served) !== dataFolder)
    throw failure(`The PostgreSQL server that answers for ${dataFolder} serves ${served}: stop it first.`);
}

/** Returns the reason of a failure that may be temporary; throws all other failures. */
function classifyFailure(error: unknown, cluster: Cluster): string {
  const code = error instanceof DatabaseError ? error.code : undefined;
  if (code === "55P03") throw inUse(cluster);
  if (code?.startsWith("28"))
    throw failure(`The database in ${cluster.dataFolder} refuses the password of its own password file.`, error);
  if (error instanceof Error && "code" in error && error.code === "FAILED") throw error;
  return error instanceof Error ? error.message : String(error);
}

function inUse({ application: { title, advice }, dataDir }: Cluster): Error {
  return embeddedPostgresError(
    "IN_USE",
    `Another ${title} is already running on the data folder ${dataDir}: stop it first, or ${advice.useOtherFolder}.`,
  );
}
