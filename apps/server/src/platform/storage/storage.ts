import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, moveInto, orMissing, removeEmptyFolders, writeSynced } from "./folder-files.ts";

/** One object of a listing. `size` in bytes. */
export type StoredObject = { key: string; size: number; changedAt: Date };

/** Files by key, such as `<member>/gallery/<name>`. The server makes the keys; a malformed key throws. */
export type Storage = {
  /** Writes the whole object or nothing, replacing an older one. The object is on disk when the promise resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined when there is no such object. */
  get(key: string): Promise<{ bytes: Uint8Array; size: number } | undefined>;
  /** Removes the object, if there is one. */
  remove(key: string): Promise<void>;
  /** Lists the objects whose keys begin with the prefix ("" for all), in no order. */
  list(prefix: string): AsyncIterable<StoredObject>;
};

// Keys have only characters that no file system and no URL interprets. A segment neither begins with a dot (hidden
// files, "..") nor ends with one (Windows drops it).
const SEGMENT = /^[A-Za-z0-9_-]([A-Za-z0-9._-]*[A-Za-z0-9_-])?$/;
const MAX_SEGMENT = 120;
const MAX_KEY = 400;
// The name begins with a dot, so it is never a key and never listed.
const UNFINISHED = ".unfinished";
// No write takes this long, so an older file was left by a process that died.
const ABANDONED_MS = 3_600_000;

/** Stores objects as files below one folder, which only this user can read. */
export function openLocalStorage(folder: string): Storage {
  let swept: Promise<void> | undefined;

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    const path = pathOf(folder, key);
    swept ??= sweepUnfinished(join(folder, UNFINISHED));
    await swept;
    const unfinished = join(folder, UNFINISHED, randomUUID());
    try {
      await writeSynced(unfinished, bytes);
      await moveInto(unfinished, path);
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  async function get(key: string): Promise<{ bytes: Uint8Array; size: number } | undefined> {
    const bytes = await orMissing(readFile(pathOf(folder, key)));
    return bytes && { bytes, size: bytes.length };
  }

  async function remove(key: string): Promise<void> {
    await orMissing(unlink(pathOf(folder, key)));
    // A folder's name can be a member's id, so erasing a member must remove the folder too.
    await removeEmptyFolders(folder, dirname(key));
  }

  async function* list(prefix: string): AsyncIterable<StoredObject> {
    const below = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    if (below) pathOf(folder, below.slice(0, -1));
    yield* listBelow(folder, below, prefix);
  }

  return { put, get, remove, list };
}

function pathOf(folder: string, key: string): string {
  const segments = key.split("/");
  const isSafe = segments.every((segment) => segment.length <= MAX_SEGMENT && SEGMENT.test(segment));
  if (!isSafe || key.length > MAX_KEY) throw new Error("Malformed storage key");
  return join(folder, ...segments);
}

async function sweepUnfinished(path: string): Promise<void> {
  await makeFolder(path);
  for (const name of await readdir(path)) {
    const foundFile = await orMissing(stat(join(path, name)));
    if (foundFile && Date.now() - foundFile.mtimeMs > ABANDONED_MS) await rm(join(path, name), { force: true });
  }
}

async function* listBelow(folder: string, below: string, prefix: string): AsyncIterable<StoredObject> {
  const entries = (await orMissing(readdir(join(folder, below), { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    const key = below + entry.name;
    if (!key.startsWith(prefix) || !SEGMENT.test(entry.name)) continue;
    if (entry.isDirectory()) yield* listBelow(folder, `${key}/`, prefix);
    const foundFile = entry.isFile() ? await orMissing(stat(join(folder, key))) : undefined;
    if (foundFile) yield { key, size: foundFile.size, changedAt: foundFile.mtime };
  }
}
