import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Request } from "./ask.ts";

/** A placeholder in a body. Each time the request is sent, a new random id takes its place. */
export const FRESH_ID = "{fresh id}";

/** The requests are sent in turn, again and again, `concurrency` at a time, until `count` are sent. */
export type FloodOrder = { origin: string; requests: Request[]; concurrency: number; count: number };
/** How often each status was answered. */
export type Statuses = Record<string, number>;

type Flood = { finished: Promise<Statuses>; stop(): Promise<Statuses> };

/**
 * Starts an attack in its own thread and waits for its first answer. `finished` resolves when all requests are
 * answered; `stop` ends the attack earlier.
 */
export async function startFlood(order: FloodOrder): Promise<Flood> {
  const worker = new Worker(new URL("./flood.fixture.ts", import.meta.url), { workerData: order });
  await once(worker, "message");
  // The cast is safe, because the second message of the thread is its last one and holds the counts.
  const floodResult = once(worker, "message").then(([statuses]) => statuses as Statuses);
  return {
    finished: floodResult,
    stop: () => {
      worker.postMessage("stop");
      return floodResult;
    },
  };
}
