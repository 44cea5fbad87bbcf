import { existsSync } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { fileStores } from "./inventory.ts";
import { placeOf } from "./place-of.ts";

/** What became of the account of a member: `requested` until `endsAt`, `taken back`, or `begun`. */
const Entry = z.strictObject({
  memberId: z.uuid(),
  what: z.enum(["requested", "taken back", "begun"]),
  at: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});
export type ErasureEntry = z.infer<typeof Entry>;

export type ErasureList = { add(entry: ErasureEntry): Promise<void> };

/**
 * The list of erasures lies in the data folder and in no backup, so that a restore can repeat those that are younger than
 * the backup. It has a line for each: ids and times, which lead to nobody once the account is erased.
 */
export const openErasureList = (dataDir: string): ErasureList => ({
  async add(entry) {
    const file = await open(placeOf(dataDir, "erasures"), "a", 0o600);
    try {
      // One write, so that the lines of several processes do not mix; what a killed process wrote by half is its own line.
      await file.writeFile(`\n${JSON.stringify(entry)}`);
      // It must be on the disk before the first row is erased.
      await file.sync();
    } finally {
      await file.close();
    }
  },
});

/**
 * Copies the list of a data folder into a folder of backups. Lines that only the copy has stay, as those of a data folder
 * that is lost. The copy is replaced at once, so a process that is killed leaves a whole one.
 */
export async function copyErasures(dataDir: string, folder: string): Promise<void> {
  const copy = join(folder, fileStores.erasures.place);
  const lines = [...(await readLines(copy)), ...(await readLines(placeOf(dataDir, "erasures")))];
  const partial = join(folder, `.${fileStores.erasures.place}.partial`);
  const file = await open(partial, "w", 0o600);
  try {
    await file.writeFile([...new Set(lines)].map((line) => `\n${line}`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, copy);
}

async function readLines(file: string): Promise<string[]> {
  if (!existsSync(file)) return [];
  return (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
}

/** The moment of the newest entry; undefined without one. */
export const newestOf = (entries: readonly ErasureEntry[]): string | undefined =>
  entries
    .map(({ at }) => at)
    .toSorted()
    .at(-1);

/** The latest entry of each member, from the file of an older data folder. */
export async function readErasures(file: string): Promise<ErasureEntry[]> {
  const latest = new Map<string, ErasureEntry>();
  for (const line of await readLines(file)) {
    const entry = parse(line);
    // What has begun is never taken back, whichever process wrote its line last.
    if (entry && latest.get(entry.memberId)?.what !== "begun") latest.set(entry.memberId, entry);
  }
  return [...latest.values()];
}

function parse(line: string): ErasureEntry | undefined {
  try {
    return Entry.parse(JSON.parse(line));
  } catch {
    // A line that a killed process wrote by half; the process that went on wrote the whole one.
    return undefined;
  }
}
