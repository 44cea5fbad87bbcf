import { open, readFile } from "node:fs/promises";
import * as z from "zod";
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

/** The latest entry of each member, from the file of an older data folder. */
export async function readErasures(file: string): Promise<ErasureEntry[]> {
  const latest = new Map<string, ErasureEntry>();
  for (const line of (await readFile(file, "utf8")).split("\n")) {
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
