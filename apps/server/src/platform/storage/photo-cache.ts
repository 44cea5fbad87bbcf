import { createHash, randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { makeFolder, orMissing } from "./folders.ts";
import type { Storage } from "./storage.ts";

// A photo removed by another process leaves this disk within a day; no link leads to it any more.
const KEPT_MS = 23 * 3_600_000;
const PURGE_MS = 3_600_000;
const REMOVAL_TRIES = 5;

type Options = { folder: string; maxBytes: number; now?: () => number };

/** A store that caches recent reads on this disk. `purge` removes expired files. */
export type PhotoCache = Storage & { purge(): void };

/**
 * Caches objects of a bucket in a folder of this machine, up to a size. The folder begins empty, because objects may
 * have been removed since. Its files have unrelated names, so that it reveals nothing about members.
 */
export async function openPhotoCache(storage: Storage, { folder, maxBytes, now }: Options): Promise<PhotoCache> {
  await removePhotoCache(folder);
  await makeFolder(folder);
  const pathOf = (name: string) => join(folder, name);
  const keptFiles = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes,
    ttl: KEPT_MS,
    ttlResolution: 0,
    noDisposeOnSet: true,
    // The next start removes a file that cannot be removed now.
    dispose: (_, name) => void rm(pathOf(name), { force: true }).catch(() => {}),
    ...(now && { perf: { now } }),
  });
  setInterval(() => keptFiles.purgeStale(), PURGE_MS).unref();
  const loads = new Map<string, ReturnType<Storage["get"]>>();

  /**
   * Reads an object and caches it, unless it is removed or replaced meanwhile: then this load is not in `loads` any
   * more.
   */
  function startLoad(key: string, name: string): ReturnType<Storage["get"]> {
    const isCurrent = () => loads.get(name) === loading;
    const loading = load(key, name, isCurrent).finally(() => {
      if (isCurrent()) loads.delete(name);
    });
    loads.set(name, loading);
    return loading;
  }

  async function load(key: string, name: string, isCurrent: () => boolean) {
    const object = await storage.get(key);
    // A full disk makes photos slower, not unreadable.
    if (object && object.size <= maxBytes && isCurrent()) await keep(name, object.bytes, isCurrent).catch(() => {});
    return object;
  }

  async function keep(name: string, bytes: Uint8Array, isCurrent: () => boolean): Promise<void> {
    // Several processes may share the folder, so no reader may find half a file.
    const partial = pathOf(randomUUID());
    try {
      await writeFile(partial, bytes, { mode: 0o600 });
      await rename(partial, pathOf(name));
      if (isCurrent()) keptFiles.set(name, Math.max(1, bytes.length));
      else await rm(pathOf(name), { force: true });
    } finally {
      await rm(partial, { force: true });
    }
  }

  async function get(key: string): ReturnType<Storage["get"]> {
    const name = nameOf(key);
    const bytes = keptFiles.get(name) === undefined ? undefined : await orMissing(readFile(pathOf(name)));
    if (bytes) return { bytes, size: bytes.length };
    return loads.get(name) ?? startLoad(key, name);
  }

  /** Forgets the photo even when the change fails, because the bucket may have made it. */
  const forgetting = (key: string, change: Promise<void>) =>
    change.finally(() => {
      loads.delete(nameOf(key));
      keptFiles.delete(nameOf(key));
    });

  return {
    ...storage,
    get,
    put: (key, bytes) => forgetting(key, storage.put(key, bytes)),
    putStream: (key, source) => forgetting(key, storage.putStream(key, source)),
    remove: (key) => forgetting(key, storage.remove(key)),
    purge: () => keptFiles.purgeStale(),
  };
}

/** Removes the remains of a cache. Another try removes a file that appears in the folder during the removal. */
export const removePhotoCache = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: REMOVAL_TRIES });

const nameOf = (key: string): string => createHash("sha256").update(key).digest("base64url");
