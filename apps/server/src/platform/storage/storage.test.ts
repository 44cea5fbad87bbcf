import { createHash } from "node:crypto";
import { readdir, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../testing/folders.ts";
import { startS3 } from "../../testing/s3-server.ts";
import { openS3Bucket } from "./s3-bucket.ts";
import { openLocalStorage, type Storage, type StoredObject } from "./storage.ts";

const s3 = await startS3();
afterAll(s3.remove);
let folders = 0;

const bytes = Buffer.from("conteúdo");

/** Each kind of store, empty. `reopen` opens it as another process does. */
const STORES: [string, () => Promise<{ reopen: () => Storage }>][] = [
  [
    "a folder",
    async () => {
      const { folder } = await openFolder();
      return { reopen: () => openLocalStorage(folder) };
    },
  ],
  [
    "an S3 bucket",
    async () => {
      folders += 1;
      const folder = `photos-${folders}`;
      return { reopen: () => openS3Bucket({ ...s3.settings, prefix: "site/" }).openFolder(folder) };
    },
  ],
];

describe.each(STORES)("in %s", (_, openStore) => {
  async function openEmpty() {
    const { reopen } = await openStore();
    return { reopen, storage: reopen() };
  }

  test("an object is read back as it was put, also after the storage is opened again", async () => {
    const { reopen, storage } = await openEmpty();
    await storage.put("member-1/gallery/1700000000000-ab.webp", bytes);

    const foundObject = await reopen().get("member-1/gallery/1700000000000-ab.webp");

    expect({ ...foundObject, bytes: Buffer.from(foundObject?.bytes ?? []) }).toEqual({ bytes, size: bytes.length });
    expect(await reopen().has("member-1/gallery/1700000000000-ab.webp")).toBe(true);
  });

  test("an object that was never put, a folder and a path below an object are missing", async () => {
    const { storage } = await openEmpty();
    await storage.put("a/b", bytes);

    for (const key of ["nothing", "a", "a/b/c"]) {
      expect(await storage.get(key), key).toBeUndefined();
      expect(await storage.getStream(key), key).toBeUndefined();
      expect(await storage.has(key), key).toBe(false);
    }
  });

  test("putting a key again replaces the object", async () => {
    const { storage } = await openEmpty();
    await storage.put("a/b", Buffer.from("a longer one before"));
    await storage.put("a/b", bytes);
    expect(await textOf(storage, "a/b")).toBe("conteúdo");

    await storage.putStream("a/b", piecesOf(["a stream", " instead"]));
    expect(await textOf(storage, "a/b")).toBe("a stream instead");
  });

  test("an object without bytes is an object", async () => {
    const { storage } = await openEmpty();
    await storage.put("a", new Uint8Array());
    await storage.putStream("b", piecesOf([]));

    for (const key of ["a", "b"]) {
      expect(await storage.get(key)).toMatchObject({ size: 0 });
      expect(await digestOf((await storage.getStream(key)) ?? piecesOf(["missing"]))).toEqual(
        await digestOf(piecesOf([])),
      );
    }
  });

  test.each([1, 4_194_304, 12_000_001])("a stream of %i bytes is read back as it was, with its size", async (size) => {
    const { storage } = await openEmpty();
    await storage.putStream("m1/large", largeOf(size));

    expect(await listAll(storage, "")).toMatchObject([{ key: "m1/large", size }]);
    const stream = (await storage.getStream("m1/large")) ?? piecesOf([]);
    expect(await digestOf(stream)).toEqual(await digestOf(largeOf(size)));
    expect((await storage.get("m1/large"))?.size).toBe(size);
  });

  test.each([10, 8_000_000])(
    "a stream that fails after %i bytes rejects with its own error and leaves what was there",
    async (size) => {
      const { storage } = await openEmpty();
      await storage.put("a", bytes);
      const failure = new Error("the source is lost");
      async function* breakOff() {
        yield* largeOf(size);
        throw failure;
      }

      await expect(storage.putStream("a", breakOff())).rejects.toBe(failure);
      await expect(storage.putStream("b", breakOff())).rejects.toBe(failure);

      expect(await textOf(storage, "a")).toBe("conteúdo");
      expect(await listKeys(storage, "")).toEqual(["a"]);
    },
  );

  test("a reader of a stream may leave before its end", async () => {
    const { storage } = await openEmpty();
    await storage.putStream("large", largeOf(9_000_000));
    for await (const piece of (await storage.getStream("large")) ?? piecesOf([])) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    await storage.remove("large");
    expect(await storage.has("large")).toBe(false);
  });

  test("[T35] every call refuses keys that lead out of the folder, and writes nothing", async () => {
    const { storage } = await openEmpty();
    const hostile = [
      "",
      ".",
      "..",
      "../a",
      "a/../b",
      "a/..",
      "/etc/passwd",
      "a//b",
      "a/",
      "/",
      "a/.",
      ".a",
      "a/.hidden",
      "a.",
      "a\\b",
      "..\\a",
      "C:\\a",
      "C:a",
      "a\0.webp",
      "a b",
      "a\n",
      "é",
      "a%2e%2e",
      "~",
      "a\u202egpj",
      "a:stream",
      ".unfinished/x",
      "a".repeat(300),
      "a/".repeat(300).concat("a"),
    ];

    for (const key of hostile) {
      for (const call of [
        storage.put(key, bytes),
        storage.putStream(key, piecesOf(["x"])),
        storage.get(key),
        storage.getStream(key),
        storage.has(key),
        storage.remove(key),
      ])
        await expect(call, key).rejects.toThrow("Malformed storage key");
    }
    expect(await listKeys(storage, "")).toEqual([]);
  });

  test("[T35] a listing cannot leave the folder", async () => {
    const { storage } = await openEmpty();
    for (const prefix of ["../", "a/../../", "/", "/etc/", ".unfinished/"]) {
      await expect(listKeys(storage, prefix), prefix).rejects.toThrow("Malformed storage key");
    }
    expect(await listKeys(storage, "..")).toEqual([]);
  });

  test("a listing by prefix has key, size and age of each object", async () => {
    const { storage } = await openEmpty();
    for (const key of ["m1/gallery/a.webp", "m1/gallery/b.webp", "m2/gallery/a.webp", "top"]) {
      await storage.put(key, bytes);
    }

    expect(await listKeys(storage, "m1/gallery/a")).toEqual(["m1/gallery/a.webp"]);
    expect(await listKeys(storage, "m")).toEqual(["m1/gallery/a.webp", "m1/gallery/b.webp", "m2/gallery/a.webp"]);
    expect(await listKeys(storage, "nothing/here")).toEqual([]);
    expect(await listKeys(storage, "")).toHaveLength(4);
    const [first] = await listAll(storage, "top");
    expect(first).toEqual({ key: "top", size: bytes.length, changedAt: expect.any(Date) });
    expect(Math.abs(Date.now() - Number(first?.changedAt))).toBeLessThan(60_000);
  });

  test("a listing has every object, however many there are", async () => {
    const { storage } = await openEmpty();
    const keys = Array.from({ length: 1_050 }, (_, index) => `m/${String(index).padStart(4, "0")}`);
    for (let from = 0; from < keys.length; from += 50)
      await Promise.all(keys.slice(from, from + 50).map((key) => storage.put(key, Buffer.of(1))));

    expect(await listKeys(storage, "m/")).toEqual(keys);
  });

  test("[T40] a removed object is gone, and may be removed again", async () => {
    const { storage } = await openEmpty();
    await storage.put("m1/gallery/a.webp", bytes);
    await storage.put("m2/gallery/a.webp", bytes);

    await storage.remove("m1/gallery/a.webp");
    await storage.remove("m1/gallery/a.webp");

    expect(await storage.get("m1/gallery/a.webp")).toBeUndefined();
    expect(await listKeys(storage, "")).toEqual(["m2/gallery/a.webp"]);
  });

  test("simultaneous puts and removals in one folder lose no object that was put last", async () => {
    const { storage } = await openEmpty();
    const names = Array.from({ length: 40 }, (_, index) => `m/gallery/${index}`);

    await Promise.all(
      names.map(async (name, index) => {
        await storage.put(name, bytes);
        if (index % 2 === 0) await storage.remove(name);
      }),
    );

    expect(await listKeys(storage, "m/")).toHaveLength(20);
  });

  test("of simultaneous puts of one key one is stored whole", async () => {
    const { storage } = await openEmpty();
    const texts = Array.from({ length: 8 }, (_, index) => String(index).repeat(50_000));
    await Promise.all(texts.map((text) => storage.put("a", Buffer.from(text))));
    expect(texts).toContain(await textOf(storage, "a"));
  });
});

test("a listing of a folder leaves out links and unfinished files", async () => {
  const { folder, storage } = await openFolder();
  await storage.put("m1/gallery/a.webp", bytes);
  await writeFile(join(folder, ".unfinished", "half"), "half");
  await symlink("/etc", join(folder, "m1", "link"));

  expect(await listKeys(storage, "")).toEqual(["m1/gallery/a.webp"]);
});

test("[T40] a removed file is gone with the folders that it leaves empty", async () => {
  const { folder, storage } = await openFolder();
  await storage.put("m1/gallery/a.webp", bytes);
  await storage.put("m2/gallery/a.webp", bytes);

  await storage.remove("m1/gallery/a.webp");

  expect((await readdir(folder)).sort()).toEqual([".unfinished", "m2"]);
});

test("only this user can read the stored files", async () => {
  const { folder, storage } = await openFolder();
  await storage.put("m1/gallery/a.webp", bytes);

  const modes = await Promise.all(
    ["m1", "m1/gallery", "m1/gallery/a.webp", ".unfinished"].map((path) => stat(join(folder, path))),
  );

  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700, 0o600, 0o700]);
});

test("a put that fails leaves neither the object nor an unfinished file", async () => {
  const { folder, storage } = await openFolder();
  await storage.put("a", bytes);

  await expect(storage.put("a/b", bytes)).rejects.toThrow();
  await expect(storage.putStream("a/b", piecesOf(["x"]))).rejects.toThrow();

  expect((await storage.get("a"))?.bytes).toEqual(bytes);
  expect(await readdir(join(folder, ".unfinished"))).toEqual([]);
});

test("[T40] a sweep removes unfinished files after an hour and keeps younger ones", async () => {
  const { folder, storage } = await openFolder();
  await storage.put("a", bytes);
  const [old, young] = ["old", "young"].map((name) => join(folder, ".unfinished", name));
  await writeFile(old ?? "", "x");
  await writeFile(young ?? "", "x");
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(old ?? "", longAgo, longAgo);

  await openLocalStorage(folder).put("b", bytes);

  expect(await readdir(join(folder, ".unfinished"))).toEqual(["young"]);
});

test("[T40] a process sweeps again when it stores something an hour later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { folder, storage } = await openFolder();
  await storage.put("a", bytes);
  await writeFile(join(folder, ".unfinished", "half"), "x");

  vi.setSystemTime(Date.now() + 3_599_000);
  await storage.put("b", bytes);
  expect(await readdir(join(folder, ".unfinished"))).toEqual(["half"]);
  vi.setSystemTime(Date.now() + 3_600_000);
  await storage.put("c", bytes);
  expect(await readdir(join(folder, ".unfinished"))).toEqual([]);
});

async function openFolder(): Promise<{ folder: string; storage: Storage }> {
  const folder = await makeFolder();
  return { folder, storage: openLocalStorage(folder) };
}

async function listKeys(storage: Storage, prefix: string): Promise<string[]> {
  return (await listAll(storage, prefix)).map(({ key }) => key).sort();
}

async function listAll(storage: Storage, prefix: string): Promise<StoredObject[]> {
  const foundObjects: StoredObject[] = [];
  for await (const object of storage.list(prefix)) foundObjects.push(object);
  return foundObjects;
}

async function textOf(storage: Storage, key: string): Promise<string> {
  return Buffer.from((await storage.get(key))?.bytes ?? []).toString();
}

async function* piecesOf(texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

/** This many bytes, in pieces of different sizes, none equal to the one before. */
async function* largeOf(size: number): AsyncGenerator<Buffer> {
  for (let from = 0, number = 0; from < size; from += 300_007, number += 1) {
    yield Buffer.alloc(Math.min(300_007, size - from), `${number} `);
  }
}

async function digestOf(source: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of source) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, digest: hash.digest("hex") };
}
