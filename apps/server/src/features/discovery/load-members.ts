import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { findPrimaryUrl } from "../../platform/database/find-primary.ts";
import type { LoadedIndex, MemberLoaderOrder } from "./member-loader.ts";

/** Reading millions of rows takes some seconds. The limit ends a reading whose connection was lost without an error. */
const LOAD_MAX_MS = 300_000;
const WORKER = new URL("./member-loader.ts", import.meta.url);

/**
 * Reads all members in a worker thread, within `withinMs`. Aborting ends the thread.
 * @throws when reading fails, takes too long or was aborted
 */
export async function loadMembers(
  order: MemberLoaderOrder,
  signal: AbortSignal,
  withinMs = LOAD_MAX_MS,
): Promise<LoadedIndex> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  const { connectionString: url } = order.connection;
  // The thread would know of no promotion before it began, so it might take a former primary for the present one.
  const connection = url ? { ...order.connection, connectionString: await findPrimaryUrl(url) } : order.connection;
  const worker = new Worker(WORKER, { workerData: { ...order, connection } });
  try {
    const [loadedIndex] = (await once(worker, "message", { signal: ending })) as [LoadedIndex]; // the worker only sends this
    return loadedIndex;
  } finally {
    await worker.terminate();
  }
}
