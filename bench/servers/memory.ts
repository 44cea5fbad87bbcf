import { setTimeout as sleep } from "node:timers/promises";

/** The memory of the process, and of the live objects in it, in bytes. */
export type Memory = { resident: number; heap: number };

const PAUSE_MS = 250;
const QUIET_ROUNDS = 4;

/** Measures the memory after garbage collection; V8 returns pages little by little. Needs --expose-gc. */
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
