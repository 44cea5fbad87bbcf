import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import * as z from "zod";
import { fileStores, placeOf } from "./inventory.ts";
import type { Storage } from "./storage.ts";

/** The state of a member's erasure: `requested` until `endsAt`, `taken back`, or `begun`. */
const Entry = z.strictObject({
  memberId: z.uuid(),
  what: z.enum(["requested", "taken back", "begun"]),
  at: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});
export type ErasureEntry = z.infer<typeof Entry>;

/**
 * The erasure list is next to the photos and in no backup, so that a restore can repeat erasures younger than the
 * backup. It has a line for each: ids and times, which identify nobody once the account is erased.
 */
export type ErasureList = {
  add(entry: ErasureEntry): Promise<void>;
  /** The lines in the order in which they were added; a copy may have added older ones behind newer ones. */
  readLines(): Promise<string[]>;
};

export const openErasureFile = (dataDir: string): ErasureList => ({
  readLines: () => readLines(placeOf(dataDir, "erasures")),
  async add(entry) {
    const file = await open(placeOf(dataDir, "erasures"), "a", 0o600);
    try {
      // One write, so that the lines of several processes do not mix; a killed process leaves its partial text as a
      // separate line.
      await file.writeFile(`\n${JSON.stringify(entry)}`);
      // Flush it to disk before the first row is erased.
      await file.sync();
    } finally {
      await file.close();
    }
  },
});

/**
 * The list as objects without bytes, one for each line, because a bucket cannot append to an object. The key contains
 * the whole line, so that a listing reads thousands of lines at once.
 */
export const openErasureObjects = (storage: Storage): ErasureList => ({
  add: (entry) => storage.put(keyOf(entry), new Uint8Array()),
  async readLines() {
    const keys: string[] = [];
    for await (const { key } of storage.list("")) keys.push(key);
    return keys
      .toSorted()
      .flatMap((key) => entryOf(key) ?? [])
      .map((entry) => JSON.stringify(entry));
  },
});

/** One list with lines in two places: from before a move between folder and bucket, or a restore. */
export const joinErasures = (front: ErasureList, back: ErasureList): ErasureList => ({
  add: front.add,
  readLines: async () => [...new Set([...(await back.readLines()), ...(await front.readLines())])],
});

/** Adds the lines that only the back has to the front. Returns how many. */
export async function copyMissing({ front, back }: { front: ErasureList; back: ErasureList }): Promise<number> {
  const presentLines = new Set(await front.readLines());
  const missingLines = (await back.readLines()).filter((line) => !presentLines.has(line));
  const entries = missingLines.flatMap((line) => parse(line) ?? []);
  for (const entry of entries) await front.add(entry);
  return entries.length;
}

// Moments of thirteen digits, enough until 2286, sort the keys by time.
const KEY = /^(\d{13})\.([a-z-]+)\.(\d{13})\.([\da-f-]{36})$/;

const keyOf = ({ memberId, what, at, endsAt }: ErasureEntry): string =>
  [digitsOf(at), what.replace(" ", "-"), digitsOf(endsAt), memberId].join(".");

const digitsOf = (moment: string) => String(Date.parse(moment)).padStart(13, "0");

function entryOf(key: string): ErasureEntry | undefined {
  const [, at, what = "", endsAt, memberId] = KEY.exec(key) ?? [];
  if (memberId === undefined) return undefined;
  const moment = (ms: string | undefined) => new Date(Number(ms)).toISOString();
  const entry = Entry.safeParse({ memberId, what: what.replace("-", " "), at: moment(at), endsAt: moment(endsAt) });
  return entry.data;
}

/** The name of the copy of the list next to backups. */
export const ERASURES_COPY = fileStores.erasures.place;
// On a busy site a line may be added while each copy is written; the next backup copies the last one.
const COPY_TRIES = 5;

/**
 * Copies the list to the place of backups, in a folder or in a bucket. Lines that only the copy has stay, as those of a
 * lost installation. The copy is replaced atomically, so a killed process leaves a whole one. Another command may
 * replace it by an older one meanwhile, so it is read again until it has every line.
 */
export async function copyErasures(list: ErasureList, backups: Pick<Storage, "get" | "put">): Promise<void> {
  for (let tries = 0; tries < COPY_TRIES; tries += 1) {
    const copy = await backups.get(ERASURES_COPY);
    const copiedLines = new Set(copy && linesOf(copy.bytes));
    const lines = new Set([...copiedLines, ...(await list.readLines())]);
    if (copy && lines.size === copiedLines.size) return;
    await backups.put(ERASURES_COPY, Buffer.from([...lines].map((line) => `\n${line}`).join("")));
  }
}

async function readLines(file: string): Promise<string[]> {
  return existsSync(file) ? linesOf(await readFile(file)) : [];
}

const linesOf = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");

/** The time of the newest entry; undefined without one. */
export const newestOf = (entries: readonly ErasureEntry[]): string | undefined =>
  entries
    .map(({ at }) => at)
    .toSorted()
    .at(-1);

/** The latest entry of each member, from a copy of a list. */
export const entriesOf = (copy: Uint8Array): ErasureEntry[] => latestOf(linesOf(copy));

/** The latest entry of each member. */
export function latestOf(lines: readonly string[]): ErasureEntry[] {
  const entries = lines.flatMap((line) => parse(line) ?? []);
  const latest = new Map<string, ErasureEntry>();
  for (const entry of entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    // An erasure that has begun is never cancelled, whichever process wrote its line last.
    if (latest.get(entry.memberId)?.what !== "begun") latest.set(entry.memberId, entry);
  }
  return [...latest.values()];
}

function parse(line: string): ErasureEntry | undefined {
  try {
    return Entry.parse(JSON.parse(line));
  } catch {
    // A partial line of a killed process; the process that continued wrote the whole one.
    return undefined;
  }
}
