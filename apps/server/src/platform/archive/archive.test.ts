import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { makeFolder } from "../../testing/folders.ts";
import { openLocalStorage } from "../storage/storage.ts";
import { type Entry, readArchive, writeArchive } from "./archive.ts";
import type { Secret } from "./seal-stream.ts";

const KEY = "correct horse battery staple";
/** A secret that is no password, because deriving a key from a password is slow on purpose. */
const FAST_KEY = randomBytes(32);
const MIB = 1_048_576;

const never = new AbortController().signal;

const putInto = (folder: string) => (source: AsyncIterable<Uint8Array>) =>
  openLocalStorage(folder).putStream("a.backup", source);

async function write(entries: Entry[], secret?: Secret): Promise<string> {
  const folder = await makeFolder();
  const size = await writeArchive(putInto(folder), { secret, signal: never }, async (add) => {
    for (const { name, bytes } of entries) await add(name, bytes);
  });
  const file = join(folder, "a.backup");
  expect((await stat(file)).size).toBe(size);
  return file;
}

async function read(file: string, secret?: Secret): Promise<Entry[]> {
  const readEntries: Entry[] = [];
  for await (const entry of readArchive(createReadStream(file), { secret, signal: never })) readEntries.push(entry);
  return readEntries;
}

const entries: Entry[] = [
  { name: "header.json", bytes: Buffer.from("{}") },
  { name: "empty", bytes: Buffer.alloc(0) },
  { name: `photos/${"a".repeat(36)}/gallery/1700000000000-${"b".repeat(32)}.1920.webp`, bytes: randomBytes(3 * MIB) },
  { name: "rows/member/1", bytes: Buffer.from("ação\n") },
];

describe.each([
  ["without a secret", undefined],
  ["with a secret", FAST_KEY],
])("an archive %s", (_, secret) => {
  test("is read back as it was written", async () => {
    const file = await write(entries, secret);

    const readEntries = await read(file, secret);

    expect(readEntries.map(({ name }) => name)).toEqual(entries.map(({ name }) => name));
    expect(readEntries.every(({ bytes }, at) => Buffer.compare(bytes, entries[at]?.bytes ?? bytes) === 0)).toBe(true);
  });

  test("[D5.31] is refused when any byte of it is altered", async () => {
    const file = await write(entries, secret);
    const whole = await readFile(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const altered = Buffer.from(whole);
        altered[at] = (whole[at] ?? 0) ^ change;
        await writeFile(file, altered);
        // Without encryption, a change outside the data of the entries may go unnoticed, but the entries are then read
        // as they were written.
        const readEntries = await read(file, secret).catch(() => undefined);
        if (readEntries)
          expect(readEntries).toEqual(entries.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })));
        if (secret) expect(readEntries).toBeUndefined();
      }),
      {
        ...runs(100),
        examples: [
          [0, 1],
          [whole.length - 1, 1],
          [100, 255],
        ],
      },
    );
  });

  test("[D5.31] is refused when it was cut off, wherever", async () => {
    const file = await write(entries, secret);
    const whole = await readFile(file);
    const places = [0, 10, 34, 512, MIB, MIB + 34, 2 * MIB + 50, 2 * (MIB + 16) + 34, whole.length - 1_600];
    for (const length of places) {
      await writeFile(file, whole.subarray(0, length));
      await expect(read(file, secret), `cut at ${length}`).rejects.toThrow();
    }
  });
});

describe("an encrypted archive", () => {
  test("[D5.31] shows nothing of what it holds, and is not opened without its key or with another one", async () => {
    const file = await write(entries, KEY);

    const bytes = await readFile(file);

    expect(bytes.includes("header.json") || bytes.includes("gallery") || bytes.includes("ação")).toBe(false);
    await expect(read(file)).rejects.toThrow("The file is encrypted: set BACKUP_KEY");
    await expect(read(file, "another key of that length")).rejects.toThrow("BACKUP_KEY is not the one of this file");
  });

  test("[D5.31] is refused when blocks were swapped, doubled, left out or taken from another file of that key", async () => {
    const file = await write(entries, FAST_KEY);
    const otherFile = await readFile(await write(entries, FAST_KEY));
    const whole = await readFile(file);
    const [header, size] = [34, MIB + 16];
    const block = (from: Buffer, at: number) => from.subarray(header + at * size, header + (at + 1) * size);
    const [first, second, third, last] = [0, 1, 2, 3].map((at) => block(whole, at));
    if (!first || !second || !third || !last) throw new Error("the archive has too few blocks");
    const start = whole.subarray(0, header);
    const forgeries = {
      swapped: [start, second, first, third, last],
      doubled: [start, first, first, second, third, last],
      "left out": [start, first, third, last],
      "without the last": [start, first, second, third],
      "of another file": [start, block(otherFile, 0), second, third, last],
      "with something behind": [whole, Buffer.from("more")],
    };
    await expect(read(file, FAST_KEY)).resolves.toHaveLength(entries.length);
    for (const [name, parts] of Object.entries(forgeries)) {
      await writeFile(file, Buffer.concat(parts));
      await expect(read(file, FAST_KEY), name).rejects.toThrow("damaged");
    }
  });
});

describe("writing an archive", () => {
  test("[D5.31] stores nothing when it fails or is stopped half-way, or at its last byte", async () => {
    const folder = await makeFolder();
    const list = async () => (await readdir(folder)).filter((name) => name !== ".unfinished");
    const big = randomBytes(MIB);

    const failing = writeArchive(putInto(folder), { secret: FAST_KEY, signal: never }, async (add) => {
      for (let i = 0; i < 20; i += 1) await add(`part ${i}`, big);
      throw new Error("the database went away");
    });
    await expect(failing).rejects.toThrow("the database went away");

    for (const stopAt of [20, 39]) {
      const stopping = new AbortController();
      const stoppedPut = writeArchive(putInto(folder), { secret: undefined, signal: stopping.signal }, async (add) => {
        for (let i = 0; i < 40; i += 1) {
          await add(`part ${i}`, big);
          if (i === stopAt) stopping.abort(new Error("Stopped."));
        }
      });
      await expect(stoppedPut).rejects.toThrow("Stopped.");
    }
    expect(await list()).toEqual([]);
    expect(await readdir(join(folder, ".unfinished"))).toEqual([]);

    const stopping = new AbortController();
    const put = async (source: AsyncIterable<Uint8Array>) => {
      for await (const bytes of source) if (bytes.length > 0) stopping.abort(new Error("Stopped."));
      throw new Error("it was taken for whole");
    };
    const stoppedWrite = writeArchive(put, { secret: FAST_KEY, signal: stopping.signal }, async (add) => add("a", big));
    await expect(stoppedWrite).rejects.toThrow("Stopped.");
  });

  test("[D5.31] stops on a full disk or an unreachable store", async () => {
    let addedCount = 0;
    const put = async (source: AsyncIterable<Uint8Array>) => {
      for await (const bytes of source) if (bytes.length > 0) throw new Error("ENOSPC: no space left on device");
    };

    const writing = writeArchive(put, { secret: FAST_KEY, signal: never }, async (add) => {
      for (; addedCount < 400; addedCount += 1) await add(`part ${addedCount}`, Buffer.alloc(MIB));
    });

    await expect(writing).rejects.toThrow("ENOSPC");
    expect(addedCount).toBeLessThan(40);
  });
});
