import { readFile } from "node:fs/promises";

/** What a process holds of memory, in resident bytes, and has used of the processor, in milliseconds. */
export type ProcessUsage = { memoryBytes: number; processorMs: number };

// The kernel counts in hundredths of a second, on every Linux there is, and in pages.
const TICK_MS = 10;
const PAGE_BYTES = 4_096;
const CHECK_MS = 50;

/** undefined when the process has ended, and on systems other than Linux, which do not report it in this way. */
async function readProcessUsage(pid: number | undefined): Promise<ProcessUsage | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is the name in brackets, which may hold spaces; the fields behind it are numbers, from the third on.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
  if (stat === "" || user === undefined || system === undefined || pages === undefined) return undefined;
  return { memoryBytes: pages * PAGE_BYTES, processorMs: (user + system) * TICK_MS };
}

/** Bounds of a piece of work, from the moment the process gets it. `waitMs` also counts the time it waits for a core. */
export type UsageLimits = { processorMs: number; waitMs: number; memoryBytes: number };

/** Ends the process when it exceeds a limit. `finish` ends the watch and answers the processor's milliseconds since it began. */
export async function watchUsage(
  pid: number | undefined,
  limits: UsageLimits,
  end: (reason: "time" | "memory" | "busy") => void,
) {
  const began = performance.now();
  const before = (await readProcessUsage(pid))?.processorMs;
  let isOver = false;
  let used = 0;

  async function check(): Promise<void> {
    const usage = await readProcessUsage(pid);
    // Where the system does not tell, a photo has used the processor for as long as it took.
    if (usage && before !== undefined) used = usage.processorMs - before;
    else if (before === undefined) used = performance.now() - began;
    if (isOver) return;
    if (usage && usage.memoryBytes > limits.memoryBytes) end("memory");
    else if (used > limits.processorMs) end("time");
    else if (performance.now() - began > limits.waitMs) end("busy");
  }

  const timer = setInterval(() => void check(), CHECK_MS);
  return {
    finish: async () => {
      isOver = true;
      clearInterval(timer);
      await check();
      return used;
    },
  };
}
