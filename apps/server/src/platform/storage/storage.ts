import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, moveInto, orMissing, removeEmptyFolders, writeSynced } from "./folders.ts";
import { assertKey, folderOf, isSegment } from "./key-rules.ts";

/** One object of a listing. `size` in bytes. */
export type StoredObject = { key: string; size: number; changedAt: Date };

/**
 * Files by key, such as `<member>/gallery/<name>`. The server makes the keys; a malformed key throws. A store that does
 * not answer throws `StoreOutage`.
 */
export type Storage = {
  /** Writes the whole object or nothing, replacing an older one. The object is stored when the promise resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Like `put`, in pieces, so that memory does not grow with the size. Rejects with the source's error if it has one.
   */
  putStream(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns undefined when there is no such object. */
  get(key: string): Promise<{ bytes: Uint8Array; size: number } | undefined>;
  /** Like `get`, in pieces. The object is opened at the first read, so that an unused answer leaves nothing open. */
  getStream(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  has(key: string): Promise<boolean>;
  /** Removes the object, if there is one. */
  remove(key: string): Promise<void>;
  /** Lists the objects whose keys begin with the prefix ("" for all), in no order. */
  list(prefix: string): AsyncIterable<StoredObject>;
};

// The name begins with a dot, so it is never a key and never listed.
const UNFINISHED = ".unfinished";
// No write takes this long, so an older file was left by a dead process.
const ABANDONED_MS = 3_600_000;
const PIECE_BYTES = 262_144;

/** Stores objects as files below one folder, which only this user can read. */
export function openLocalStorage(folder: string): Storage {
  let sweptAt = Number.NEGATIVE_INFINITY;
  let swept: Promise<void> | undefined;

  async function write(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const path = pathOf(folder, key);
    if (Date.now() - sweptAt >= ABANDONED_MS) {
      sweptAt = Date.now();
      swept = sweepUnfinished(join(folder, UNFINISHED));
    }
    await swept;
    const unfinished = join(folder, UNFINISHED, randomUUID());
    try {
      await writeSynced(unfinished, content);
      await moveInto(unfinished, path);
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  async function get(key: string): Promise<{ bytes: Uint8Array; size: number } | undefined> {
    const bytes = await orMissing(readFile(pathOf(folder, key)));
    return bytes && { bytes, size: bytes.length };
  }

  const has = async (key: string) => (await orMissing(stat(pathOf(folder, key))))?.isFile() === true;

  async function getStream(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    return (await has(key)) ? readPieces(pathOf(folder, key)) : undefined;
  }

  async function remove(key: string): Promise<void> {
    await orMissing(unlink(pathOf(folder, key)));
    // A folder's name can be a member's id, so erasing a member must remove the folder too.
    await removeEmptyFolders(folder, dirname(key));
  }

  async function* list(prefix: string): AsyncIterable<StoredObject> {
    yield* listBelow(folder, folderOf(prefix), prefix);
  }

  return { put: write, putStream: write, get, getStream, has, remove, list };
}

function pathOf(folder: string, key: string): string {
  assertKey(key);
  return join(folder, ...key.split("/"));
}

async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: PIECE_BYTES });
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
    if (!key.startsWith(prefix) || !isSegment(entry.name)) continue;
    if (entry.isDirectory()) yield* listBelow(folder, `${key}/`, prefix);
    const foundFile = entry.isFile() ? await orMissing(stat(join(folder, key))) : undefined;
    if (foundFile) yield { key, size: foundFile.size, changedAt: foundFile.mtime };
  }
}

/** The object store does not answer, or says that it is overloaded: the request is valid. */
export class StoreOutage extends Error {}

/** The system's codes for a disk or a shared folder that is full, read-only, broken, away or closed to this process. */
const AWAY = new Set(
  `EACCES EBUSY EDQUOT EFBIG EHOSTDOWN EHOSTUNREACH EIO EMFILE ENFILE ENETDOWN ENODEV ENOLCK ENOMEM ENOSPC ENOTCONN
   ENXIO EPERM EREMOTEIO EROFS ESTALE ETIMEDOUT ETXTBSY EUCLEAN`.split(/\s+/),
);

/** Whether a store, be it a bucket or a folder, cannot be read or written now: the request is valid. */
export function isStoreOutage(error: unknown): boolean {
  if (error instanceof StoreOutage) return true;
  return error instanceof Error && "syscall" in error && "code" in error && AWAY.has(String(error.code));
}
