import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Loaded, MemberLoaderOrder } from "./member-loader.ts";

const WORKER = new URL("./member-loader.ts", import.meta.url);

/** Reads all members in a thread of its own. Aborting ends the thread. @throws when it fails, or was aborted */
export async function loadMembers(order: MemberLoaderOrder, signal: AbortSignal): Promise<Loaded> {
  const worker = new Worker(WORKER, { workerData: order });
  try {
    const [loaded] = (await once(worker, "message", { signal })) as [Loaded]; // it sends nothing else
    return loaded;
  } finally {
    await worker.terminate();
  }
}
