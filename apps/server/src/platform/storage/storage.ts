import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** One object of a listing. `size` in bytes. */
export type StoredObject = { key: string; size: number; changedAt: Date };

/** Files by key, such as `<member>/gallery/<name>`. The server makes the keys; a malformed key throws. */
export type Storage = {
  /** Writes the whole object or nothing, replacing an older one. It is on disk when this resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Answers undefined when there is no such object. */
  get(key: string): Promise<{ bytes: Uint8Array; size: number } | undefined>;
  /** Removes the object, if there is one. */
  remove(key: string): Promise<void>;
  /** Lists the objects whose keys begin with the prefix ("" for all), in no order. */
  list(prefix: string): AsyncIterable<StoredObject>;
};

// Characters that no file system and no URL interprets. A dot is never first (hidden files, "..") nor last (Windows
// drops it).
const SEGMENT = /^[A-Za-z0-9_-]([A-Za-z0-9._-]*[A-Za-z0-9_-])?$/;
const MAX_SEGMENT = 120;
const MAX_KEY = 400;
// Begins with a dot, so it is not a key and is never listed.
const UNFINISHED = ".unfinished";
// No write takes so long, so an older file was left by a process that died.
const ABANDONED_MS = 3_600_000;
const MOVE_TRIES = 5;

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
      await moveInto(unfinished, path, MOVE_TRIES);
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
    // A folder's name can be a member's id, so the erasure of a member removes it too.
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

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A removal may delete the new folder before the file is moved into it, so the move is tried again. */
async function moveInto(from: string, to: string, tries: number): Promise<void> {
  await makeFolder(dirname(to));
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error) || tries <= 1) throw error;
    await moveInto(from, to, tries - 1);
    return;
  }
  await orMissing(syncFolder(dirname(to)));
}

/** Makes a rename survive a power cut. Windows cannot, and need not, open a folder for that. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

async function removeEmptyFolders(folder: string, below: string): Promise<void> {
  for (let path = below; path !== "."; path = dirname(path)) {
    // A folder that is not empty, or already gone, ends the loop.
    const isRemoved = await rmdir(join(folder, path)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

async function sweepUnfinished(path: string): Promise<void> {
  await makeFolder(path);
  for (const name of await readdir(path)) {
    const found = await orMissing(stat(join(path, name)));
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(join(path, name), { force: true });
  }
}

async function* listBelow(folder: string, below: string, prefix: string): AsyncIterable<StoredObject> {
  const entries = (await orMissing(readdir(join(folder, below), { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    const key = below + entry.name;
    if (!key.startsWith(prefix) || !SEGMENT.test(entry.name)) continue;
    if (entry.isDirectory()) yield* listBelow(folder, `${key}/`, prefix);
    const found = entry.isFile() ? await orMissing(stat(join(folder, key))) : undefined;
    if (found) yield { key, size: found.size, changedAt: found.mtime };
  }
}

async function orMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether there is no file at the path: it does not exist, is a folder, or has a file where a folder should be. */
function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
}
