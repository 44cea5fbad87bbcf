import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { LoadedIndex, MemberLoaderOrder } from "./member-loader.ts";

/** A table of millions is read in some seconds; a network that swallows what is said would never end it. */
const LOAD_MAX_MS = 300_000;
const WORKER = new URL("./member-loader.ts", import.meta.url);

/** Reads all members in a thread of its own, in five minutes at most. Aborting ends the thread. @throws when it fails, or was aborted */
export async function loadMembers(
  order: MemberLoaderOrder,
  signal: AbortSignal,
  withinMs = LOAD_MAX_MS,
): Promise<LoadedIndex> {
  const worker = new Worker(WORKER, { workerData: order });
  const ending = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  try {
    const [loaded] = (await once(worker, "message", { signal: ending })) as [LoadedIndex]; // it sends nothing else
    return loaded;
  } finally {
    await worker.terminate();
  }
}
