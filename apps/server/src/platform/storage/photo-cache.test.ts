import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { PATIENT } from "../../testing/patience.ts";
import { openPhotoCache } from "./photo-cache.ts";
import { openLocalStorage } from "./storage.ts";

const HOUR_MS = 3_600_000;
const KEY = "member-1/gallery/1700000000000-ab.320.webp";

/** A cache of 1,000 bytes over a folder in the place of a bucket. Its clock does not move until a test moves it. */
async function openCache({ maxBytes = 1_000 } = {}) {
  const root = await mkdtemp(join(tmpdir(), "caramelo-cache-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const bucket = openLocalStorage(join(root, "bucket"));
  const reads = vi.spyOn(bucket, "get");
  const clock = { ms: 1_000 };
  const folder = join(root, "photo-cache");
  const open = () => openPhotoCache(bucket, { folder, maxBytes, now: () => clock.ms });
  const files = () => readdir(folder);
  return { bucket, reads, clock, folder, open, files, cache: await open() };
}

const photo = (size: number, fill = 7) => Buffer.alloc(size, fill);
const sizeOf = async (reading: ReturnType<Awaited<ReturnType<typeof openCache>>["cache"]["get"]>) =>
  (await reading)?.size;

test("a photo is read from the bucket once, and from the disk of this machine afterwards", async () => {
  const { bucket, reads, cache, folder, files } = await openCache();
  await bucket.put(KEY, photo(300));
  for (let times = 0; times < 3; times += 1)
    expect(Buffer.from((await cache.get(KEY))?.bytes ?? [])).toEqual(photo(300));
  expect(reads).toHaveBeenCalledTimes(1);
  const [name = "", ...others] = await files();
  expect(others).toEqual([]);
  expect(name).not.toContain("member");
  expect(await readFile(join(folder, name))).toEqual(photo(300));
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test("members who open one photo at the same time cause one read", async () => {
  const { bucket, reads, cache } = await openCache();
  await bucket.put(KEY, photo(300));
  expect(await Promise.all([1, 2, 3].map(() => sizeOf(cache.get(KEY))))).toEqual([300, 300, 300]);
  expect(reads).toHaveBeenCalledTimes(1);
});

test("the disk holds no more than the bound, and what was read last stays", async () => {
  const { bucket, reads, cache, folder, files } = await openCache();
  for (const key of ["a", "b", "c"]) await bucket.put(key, photo(400));
  for (const key of ["a", "b", "a", "c"]) await cache.get(key);
  await vi.waitFor(async () => expect(await files()).toHaveLength(2), PATIENT);
  const storedFiles = await Promise.all((await files()).map((name) => stat(join(folder, name))));
  expect(storedFiles.reduce((sum, { size }) => sum + size, 0)).toBe(800);
  reads.mockClear();
  for (const key of ["a", "c"]) await cache.get(key);
  expect(reads).not.toHaveBeenCalled();
  await cache.get("b");
  expect(reads).toHaveBeenCalledTimes(1);
});

test("a photo larger than the bound is read without being kept", async () => {
  const { bucket, cache, files } = await openCache();
  await bucket.put(KEY, photo(1_001));
  expect(await sizeOf(cache.get(KEY))).toBe(1_001);
  await vi.waitFor(async () => expect(await files()).toEqual([]), PATIENT);
});

test("[T53] a removed photo is gone from the disk, and a replaced one is read again", async () => {
  const { cache, bucket, files } = await openCache();
  await cache.put(KEY, photo(300));
  await cache.get(KEY);
  await cache.put(KEY, photo(200));
  expect(await sizeOf(cache.get(KEY))).toBe(200);
  await cache.putStream(KEY, Readable.from([photo(100)]));
  expect(await sizeOf(cache.get(KEY))).toBe(100);

  await cache.remove(KEY);

  expect(await cache.get(KEY)).toBeUndefined();
  expect(await bucket.has(KEY)).toBe(false);
  await vi.waitFor(async () => expect(await files()).toEqual([]), PATIENT);
});

test("[T53] a photo that is removed or replaced while it is read is not kept, and is read again afterwards", async () => {
  const { cache, bucket, reads, files } = await openCache();
  await bucket.put(KEY, photo(300));
  const oldPhoto = await bucket.get(KEY);
  const [removing, replacing] = [Promise.withResolvers<typeof oldPhoto>(), Promise.withResolvers<typeof oldPhoto>()];

  reads.mockReturnValueOnce(removing.promise);
  const earlier = sizeOf(cache.get(KEY));
  await cache.remove(KEY);
  expect(await cache.get(KEY)).toBeUndefined();
  removing.resolve(oldPhoto);
  expect(await earlier).toBe(300);
  expect(await files()).toEqual([]);

  reads.mockReturnValueOnce(replacing.promise);
  const late = sizeOf(cache.get(KEY));
  await cache.put(KEY, photo(200));
  expect(await sizeOf(cache.get(KEY))).toBe(200);
  replacing.resolve(oldPhoto);
  expect(await late).toBe(300);
  reads.mockClear();
  expect(await sizeOf(cache.get(KEY))).toBe(200);
  expect(reads).not.toHaveBeenCalled();
});

test("[T53] what another process removed is gone from this disk within a day, read or not", async () => {
  const { bucket, clock, cache, files } = await openCache();
  for (const key of ["read", "unread"]) {
    await bucket.put(key, photo(100));
    await cache.get(key);
    await bucket.remove(key);
  }
  clock.ms += 22 * HOUR_MS;
  expect(await sizeOf(cache.get("read"))).toBe(100);
  // A read does not prolong it.
  clock.ms += HOUR_MS + 1;
  expect(await cache.get("read")).toBeUndefined();
  cache.purge();
  await vi.waitFor(async () => expect(await files()).toEqual([]), PATIENT);
});

test("the folder begins empty, also what a killed process left by half", async () => {
  const { bucket, open, folder, files, cache } = await openCache();
  await bucket.put(KEY, photo(300));
  await cache.get(KEY);
  await writeFile(join(folder, "half"), "half");
  const next = await open();
  expect(await files()).toEqual([]);
  // The earlier process, if it still runs, reads from the bucket what it had kept.
  expect(await sizeOf(cache.get(KEY))).toBe(300);
  expect(await sizeOf(next.get(KEY))).toBe(300);
});

test("photos are read where the disk takes nothing, and a failure of the bucket is passed on and not kept", async () => {
  const { bucket, reads, cache, folder } = await openCache();
  await bucket.put(KEY, photo(300));
  await rm(folder, { recursive: true });
  await writeFile(folder, "no folder");
  expect(await sizeOf(cache.get(KEY))).toBe(300);
  reads.mockRejectedValueOnce(new Error("the bucket is away"));
  await expect(cache.get(KEY)).rejects.toThrow("the bucket is away");
  expect(await sizeOf(cache.get(KEY))).toBe(300);
});
