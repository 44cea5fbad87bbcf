import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Request } from "./ask.ts";

/** Stands in a request's body where each sending needs another id. */
export const FRESH_ID = "{fresh id}";

/** The requests in turn, so many at once, and never more than `count`. */
export type FloodOrder = { origin: string; requests: Request[]; concurrency: number; count: number };
/** How often each status was answered. */
export type Statuses = Record<string, number>;

type Flood = { finished: Promise<Statuses>; stop(): Promise<Statuses> };

/**
 * Starts an attack in a thread of its own and waits until its first answer has come. `stop` ends it, `finished` waits until it
 * has sent all.
 */
export async function startFlood(order: FloodOrder): Promise<Flood> {
  const worker = new Worker(new URL("./flood.fixture.ts", import.meta.url), { workerData: order });
  await once(worker, "message");
  const finished = once(worker, "message").then(([statuses]) => statuses as Statuses); // its second message and last
  return {
    finished,
    stop: () => {
      worker.postMessage("stop");
      return finished;
    },
  };
}
