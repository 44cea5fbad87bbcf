import { readFile } from "node:fs/promises";

/** What a process holds of memory, in resident bytes, and has used of the processor, in milliseconds. */
export type ProcessUsage = { memoryBytes: number; processorMs: number };

// The kernel counts in hundredths of a second, on every Linux there is, and in pages.
const TICK_MS = 10;
const PAGE_BYTES = 4_096;

/** undefined when the process has ended, and on systems other than Linux, which do not report it in this way. */
export async function readProcessUsage(pid: number | undefined): Promise<ProcessUsage | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is the name in brackets, which may hold spaces; the fields behind it are numbers, from the third on.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
  if (stat === "" || user === undefined || system === undefined || pages === undefined) return undefined;
  return { memoryBytes: pages * PAGE_BYTES, processorMs: (user + system) * TICK_MS };
}
