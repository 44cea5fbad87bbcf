import { readFile } from "node:fs/promises";

/** How much memory a process uses, in resident bytes, and how much processor time it has used, in milliseconds. */
export type ProcessUsage = { memoryBytes: number; processorMs: number };

// Linux always reports processor time in hundredths of a second, and memory in pages.
const TICK_MS = 10;
const PAGE_BYTES = 4_096;
const CHECK_MS = 50;

/** Returns undefined when the process has ended, and on systems other than Linux, which have no such file. */
async function readProcessUsage(pid: number | undefined): Promise<ProcessUsage | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is the name in brackets, which may contain spaces; all later fields are separated by single
  // spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
  if (stat === "" || user === undefined || system === undefined || pages === undefined) return undefined;
  return { memoryBytes: pages * PAGE_BYTES, processorMs: (user + system) * TICK_MS };
}

/**
 * The bounds of one piece of work, from the moment the process receives it. `waitMs` includes the time spent waiting
 * for a core.
 */
export type UsageLimits = { processorMs: number; waitMs: number; memoryBytes: number };

/**
 * Calls `end` when the process exceeds a limit. `finish` stops watching and returns the milliseconds of processor time
 * since the start.
 */
export async function watchUsage(
  pid: number | undefined,
  limits: UsageLimits,
  end: (reason: "time" | "memory" | "busy") => void,
) {
  const began = performance.now();
  const before = (await readProcessUsage(pid))?.processorMs;
  let isOver = false;
  let spentMs = 0;

  async function check(): Promise<void> {
    const usage = await readProcessUsage(pid);
    // Where the system does not report processor time, the elapsed time counts instead.
    if (usage && before !== undefined) spentMs = usage.processorMs - before;
    else if (before === undefined) spentMs = performance.now() - began;
    if (isOver) return;
    if (usage && usage.memoryBytes > limits.memoryBytes) end("memory");
    else if (spentMs > limits.processorMs) end("time");
    else if (performance.now() - began > limits.waitMs) end("busy");
  }

  const timer = setInterval(() => void check(), CHECK_MS);
  return {
    finish: async () => {
      isOver = true;
      clearInterval(timer);
      await check();
      return spentMs;
    },
  };
}
