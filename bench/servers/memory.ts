import { setTimeout as sleep } from "node:timers/promises";

/** Bytes: what the process takes of the machine, and what of that are live objects. */
export type Memory = { resident: number; heap: number };

const PAUSE_MS = 250;
const QUIET_ROUNDS = 4;

/** What is in use once everything that can be given back was: V8 returns pages little by little. Needs --expose-gc. */
export async function readMemory(): Promise<Memory> {
  let least: Memory = { resident: Number.POSITIVE_INFINITY, heap: 0 };
  for (let quiet = 0; quiet < QUIET_ROUNDS; quiet += 1) {
    globalThis.gc?.();
    await sleep(PAUSE_MS);
    const { rss, heapUsed } = process.memoryUsage();
    if (rss < least.resident * 0.999) quiet = 0;
    if (rss < least.resident) least = { resident: rss, heap: heapUsed };
  }
  return least;
}
