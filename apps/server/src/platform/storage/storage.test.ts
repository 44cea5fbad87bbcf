import { readdir, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../testing/folders.ts";
import { openLocalStorage, type Storage, type StoredObject } from "./storage.ts";

const bytes = Buffer.from("conteúdo");

test("an object is read back as it was put, also after the storage is opened again", async () => {
  const { folder, storage } = await openWorld();
  await storage.put("member-1/gallery/1700000000000-ab.webp", bytes);

  const foundObject = await openLocalStorage(folder).get("member-1/gallery/1700000000000-ab.webp");

  expect(foundObject).toEqual({ bytes, size: bytes.length });
});

test("an object that was never put, a folder and a path below a file are undefined", async () => {
  const { storage } = await openWorld();
  await storage.put("a/b", bytes);

  expect(await storage.get("nothing")).toBeUndefined();
  expect(await storage.get("a")).toBeUndefined();
  expect(await storage.get("a/b/c")).toBeUndefined();
});

test("putting a key again replaces the object", async () => {
  const { storage } = await openWorld();
  await storage.put("a/b", Buffer.from("a longer one before"));
  await storage.put("a/b", bytes);

  expect((await storage.get("a/b"))?.bytes).toEqual(bytes);
});

test("[T35] every call refuses keys that lead out of the folder, and writes nothing", async () => {
  const { folder, storage } = await openWorld();
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
    await expect(storage.put(key, bytes), key).rejects.toThrow("Malformed storage key");
    await expect(storage.get(key), key).rejects.toThrow("Malformed storage key");
    await expect(storage.remove(key), key).rejects.toThrow("Malformed storage key");
  }
  expect(await readdir(folder)).toEqual([]);
});

test("[T35] a listing cannot leave the folder", async () => {
  const { storage } = await openWorld();
  for (const prefix of ["../", "a/../../", "/", "/etc/", ".unfinished/"]) {
    await expect(listKeys(storage, prefix), prefix).rejects.toThrow("Malformed storage key");
  }
  expect(await listKeys(storage, "..")).toEqual([]);
});

test("a listing by prefix has key, size and age, and leaves out links and unfinished files", async () => {
  const { folder, storage } = await openWorld();
  for (const key of ["m1/gallery/a.webp", "m1/gallery/b.webp", "m2/gallery/a.webp", "top"]) {
    await storage.put(key, bytes);
  }
  await writeFile(join(folder, ".unfinished", "half"), "half");
  await symlink("/etc", join(folder, "m1", "link"));

  expect(await listKeys(storage, "m1/gallery/a")).toEqual(["m1/gallery/a.webp"]);
  expect(await listKeys(storage, "m")).toEqual(["m1/gallery/a.webp", "m1/gallery/b.webp", "m2/gallery/a.webp"]);
  expect(await listKeys(storage, "nothing/here")).toEqual([]);
  expect(await listKeys(storage, "")).toHaveLength(4);
  const [first] = await listAll(storage, "top");
  expect(first).toEqual({ key: "top", size: bytes.length, changedAt: expect.any(Date) });
});

test("[T40] a removed object is gone with the folders that it leaves empty, and may be removed again", async () => {
  const { folder, storage } = await openWorld();
  await storage.put("m1/gallery/a.webp", bytes);
  await storage.put("m2/gallery/a.webp", bytes);

  await storage.remove("m1/gallery/a.webp");
  await storage.remove("m1/gallery/a.webp");

  expect(await storage.get("m1/gallery/a.webp")).toBeUndefined();
  expect((await readdir(folder)).sort()).toEqual([".unfinished", "m2"]);
});

test("only this user can read the stored files", async () => {
  const { folder, storage } = await openWorld();
  await storage.put("m1/gallery/a.webp", bytes);

  const modes = await Promise.all(
    ["m1", "m1/gallery", "m1/gallery/a.webp", ".unfinished"].map((path) => stat(join(folder, path))),
  );

  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700, 0o600, 0o700]);
});

test("a put that fails leaves neither the object nor an unfinished file", async () => {
  const { folder, storage } = await openWorld();
  await storage.put("a", bytes);

  await expect(storage.put("a/b", bytes)).rejects.toThrow();

  expect((await storage.get("a"))?.bytes).toEqual(bytes);
  expect(await readdir(join(folder, ".unfinished"))).toEqual([]);
});

test("[T40] a sweep removes unfinished files after an hour and keeps younger ones", async () => {
  const { folder, storage } = await openWorld();
  await storage.put("a", bytes);
  const [old, young] = ["old", "young"].map((name) => join(folder, ".unfinished", name));
  await writeFile(old ?? "", "x");
  await writeFile(young ?? "", "x");
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(old ?? "", longAgo, longAgo);

  await openLocalStorage(folder).put("b", bytes);

  expect(await readdir(join(folder, ".unfinished"))).toEqual(["young"]);
});

test("simultaneous puts and removals in one folder lose no object that was put last", async () => {
  const { storage } = await openWorld();
  const names = Array.from({ length: 40 }, (_, index) => `m/gallery/${index}`);

  await Promise.all(
    names.map(async (name, index) => {
      await storage.put(name, bytes);
      if (index % 2 === 0) await storage.remove(name);
    }),
  );

  expect(await listKeys(storage, "m/")).toHaveLength(20);
});

async function openWorld(): Promise<{ folder: string; storage: Storage }> {
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
