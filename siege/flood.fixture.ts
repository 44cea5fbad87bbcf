import { randomUUID } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { askOnce, type Request } from "./ask.ts";
import { type FloodOrder, FRESH_ID } from "./flood.ts";

// The attacker runs in its own thread, so that its work does not slow the measuring of honest requests.

// The cast is safe, because only flood.ts starts this thread, with an order.
const { origin, requests, concurrency, count } = workerData as FloodOrder;
const statuses: Record<string, number> = {};
let next = 0;
let isStopped = false;
let hasBegun = false;
parentPort?.on("message", () => {
  isStopped = true;
});

async function send(): Promise<void> {
  while (!isStopped && next < count) {
    const request: Request | undefined = requests[next % requests.length];
    next += 1;
    if (!request) return;
    const body = request.body?.replace(FRESH_ID, () => randomUUID());
    const { status } = await askOnce(origin, { ...request, ...(body !== undefined && { body }) });
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (!hasBegun) parentPort?.postMessage("begun");
    hasBegun = true;
  }
}

await Promise.all(Array.from({ length: concurrency }, send));
parentPort?.postMessage(statuses);
parentPort?.close();
