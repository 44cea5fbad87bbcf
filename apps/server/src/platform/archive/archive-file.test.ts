import { randomBytes } from "node:crypto";
import { open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { makeFolder } from "../../testing/folders.ts";
import { type Entry, readArchive, writeArchive } from "./archive-file.ts";

const KEY = "correct horse battery staple";
const MIB = 1_048_576;

const never = new AbortController().signal;

async function write(entries: Entry[], password?: string, signal = never): Promise<string> {
  const file = join(await makeFolder(), "a.backup");
  await writeArchive(file, { password, signal }, async (add) => {
    for (const { name, bytes } of entries) await add(name, bytes);
  });
  return file;
}

async function read(file: string, password?: string): Promise<Entry[]> {
  const readEntries: Entry[] = [];
  for await (const entry of readArchive(file, { password, signal: never })) readEntries.push(entry);
  return readEntries;
}

const entries: Entry[] = [
  { name: "header.json", bytes: Buffer.from("{}") },
  { name: "empty", bytes: Buffer.alloc(0) },
  { name: `photos/${"a".repeat(36)}/gallery/1700000000000-${"b".repeat(32)}.1920.webp`, bytes: randomBytes(3 * MIB) },
  { name: "rows/member/1", bytes: Buffer.from("ação\n") },
];

describe.each([undefined, KEY])("an archive with the password %s", (password) => {
  test("is read back as it was written, and only its owner may read it", async () => {
    const file = await write(entries, password);

    const readEntries = await read(file, password);

    expect(readEntries.map(({ name }) => name)).toEqual(entries.map(({ name }) => name));
    expect(readEntries.every(({ bytes }, at) => Buffer.compare(bytes, entries[at]?.bytes ?? bytes) === 0)).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("[D5.31] is refused when any byte of it is altered", async () => {
    const file = await write(entries, password);
    const whole = await readFile(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const altered = Buffer.from(whole);
        altered[at] = (whole[at] ?? 0) ^ change;
        await writeFile(file, altered);
        // Without encryption, a change outside the data of the entries may go unnoticed, but the entries are then read
        // as they were written.
        const readEntries = await read(file, password).catch(() => undefined);
        if (readEntries)
          expect(readEntries).toEqual(entries.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })));
        if (password) expect(readEntries).toBeUndefined();
      }),
      {
        // With a password each read costs a key, so archive-cipher.test.ts alters more bytes, without one.
        numRuns: password === undefined ? 40 : 3,
        examples: [
          [0, 1],
          [whole.length - 1, 1],
          [100, 255],
        ],
      },
    );
  });

  test("[D5.31] is refused when it was cut off, wherever", async () => {
    const file = await write(entries, password);
    const whole = await readFile(file);
    const places = [0, 10, 34, 512, MIB, MIB + 34, 2 * MIB + 50, 2 * (MIB + 16) + 34, whole.length - 1_600];
    for (const length of places) {
      await writeFile(file, whole.subarray(0, length));
      await expect(read(file, password), `cut at ${length}`).rejects.toThrow();
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
    const file = await write(entries, KEY);
    const otherFile = await readFile(await write(entries, KEY));
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
    await expect(read(file, KEY)).resolves.toHaveLength(entries.length);
    for (const [name, parts] of Object.entries(forgeries)) {
      await writeFile(file, Buffer.concat(parts));
      await expect(read(file, KEY), name).rejects.toThrow("damaged");
    }
  });
});

describe("writing an archive", () => {
  test("[D5.31] leaves nothing behind when it fails or is stopped half-way", async () => {
    const folder = await makeFolder();
    const file = join(folder, "a.backup");
    const stopping = new AbortController();
    const big = randomBytes(MIB);

    const failing = writeArchive(file, { password: KEY, signal: never }, async (add) => {
      for (let i = 0; i < 20; i += 1) await add(`part ${i}`, big);
      throw new Error("the database went away");
    });
    await expect(failing).rejects.toThrow("the database went away");

    const stopped = writeArchive(file, { password: undefined, signal: stopping.signal }, async (add) => {
      for (let i = 0; i < 40; i += 1) {
        await add(`part ${i}`, big);
        if (i === 20) stopping.abort(new Error("Stopped."));
      }
    });
    await expect(stopped).rejects.toThrow("Stopped.");
    expect(await readdir(folder)).toEqual([]);
  });

  test("[D5.31] hears of a full disk, stops and leaves nothing behind", async () => {
    const folder = await makeFolder();
    const handle = await open(join(folder, "probe"), "w");
    await handle.close();
    await rm(join(folder, "probe"));
    let added = 0;
    const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    vi.spyOn(Object.getPrototypeOf(handle), "write").mockRejectedValue(full);

    const writing = writeArchive(join(folder, "a.backup"), { password: KEY, signal: never }, async (add) => {
      for (; added < 400; added += 1) await add(`part ${added}`, Buffer.alloc(MIB));
    });

    await expect(writing).rejects.toThrow("ENOSPC");
    expect(added).toBeLessThan(40);
    expect(await readdir(folder)).toEqual([]);
  });
});
