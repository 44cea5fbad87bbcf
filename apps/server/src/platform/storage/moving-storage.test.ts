import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startS3 } from "../../testing/s3-server.ts";
import { moveObject, openMovingStorage } from "./moving-storage.ts";
import { openS3Bucket } from "./s3-bucket.ts";
import { openLocalStorage, type Storage, StoreOutage } from "./storage.ts";

const s3 = await startS3();
afterAll(s3.remove);
const KEY = "m1/gallery/a.webp";
const bytes = Buffer.from("conteúdo");

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-moving-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return openLocalStorage(folder);
}

let buckets = 0;
async function openBucket() {
  buckets += 1;
  return openS3Bucket(s3.settings).openFolder(`moving-${buckets}`);
}

const textOf = async (storage: Storage, key = KEY) => {
  const object = await storage.get(key);
  return object && Buffer.from(object.bytes).toString();
};

const listKeys = async (storage: Storage) => {
  const keys: string[] = [];
  for await (const { key } of storage.list("")) keys.push(key);
  return keys.sort();
};

/** The first half of a stream's first piece, and then an error. */
async function* breakOff(source: AsyncIterable<Uint8Array>) {
  for await (const piece of source) {
    yield piece.subarray(0, piece.length >> 1);
    throw new Error("broken off");
  }
}

describe.each([
  ["from a folder to a bucket", openFolder, openBucket],
  ["from a bucket to a folder", openBucket, openFolder],
])("[TB.16] a site that moves %s", (_, openBack, openFront) => {
  async function openMove() {
    const [back, front] = [await openBack(), await openFront()];
    await back.put(KEY, bytes);
    return { back, front, site: openMovingStorage({ front, back }) };
  }

  test("reads objects that have not been moved yet, and stores new ones in the new place", async () => {
    const { back, front, site } = await openMove();
    await site.put("new", Buffer.from("novo"));
    expect([await textOf(site), await textOf(site, "new")]).toEqual(["conteúdo", "novo"]);
    expect([await site.has(KEY), await site.has("none"), await site.get("none")]).toEqual([true, false, undefined]);
    expect([await listKeys(back), await listKeys(front)]).toEqual([[KEY], ["new"]]);
    expect(await listKeys(site)).toEqual([KEY, "new"]);
  });

  test("has each object in the new place alone after it was moved", async () => {
    const { back, front, site } = await openMove();
    const large = Buffer.alloc(6_000_000, "0123456789");
    await back.put("large", large);
    expect([
      await moveObject(KEY, { front, back }, async () => {}),
      await moveObject("large", { front, back }, async () => {}),
    ]).toEqual([true, true]);
    expect([await listKeys(back), await listKeys(front)]).toEqual([[], ["large", KEY]]);
    expect(await textOf(site)).toBe("conteúdo");
    expect(Buffer.from((await front.get("large"))?.bytes ?? []).equals(large)).toBe(true);
  });

  test("keeps the only copy of an object that was moved before, as a second command finds it in its listing", async () => {
    const { back, front } = await openMove();
    expect([
      await moveObject(KEY, { front, back }, async () => {}),
      await moveObject(KEY, { front, back }, async () => {}),
    ]).toEqual([true, false]);
    expect([await listKeys(back), await textOf(front)]).toEqual([[], "conteúdo"]);
  });

  test("keeps the copy when another command takes the original away after both have compared it", async () => {
    const { back, front } = await openMove();
    await front.put(KEY, bytes);
    const has = back.has;
    vi.spyOn(back, "has").mockImplementationOnce(async (key) => {
      await back.remove(key);
      return has(key);
    });
    expect(await moveObject(KEY, { front, back }, async () => {})).toBe(false);
    expect([await listKeys(back), await textOf(front)]).toEqual([[], "conteúdo"]);
  });

  test("finds an object that is moved between two lookups", async () => {
    const { back, front, site } = await openMove();
    const get = back.get;
    vi.spyOn(back, "get").mockImplementationOnce(async (key) => {
      await moveObject(key, { front, back }, async () => {});
      return get(key);
    });
    expect(await textOf(site)).toBe("conteúdo");
  });

  test("goes on with a download whose object is moved while it is read, or that breaks off for another reason", async () => {
    const { back, front, site } = await openMove();
    const large = Buffer.alloc(9_000_000, "0123456789");
    await back.put("large", large);
    const pieces: Uint8Array[] = [];
    for await (const piece of (await site.getStream("large")) ?? Readable.from([])) {
      if (pieces.length === 0) await moveObject("large", { front, back }, async () => {});
      pieces.push(piece);
    }
    expect(Buffer.concat(pieces).equals(large)).toBe(true);

    const getStream = front.getStream;
    vi.spyOn(front, "getStream").mockImplementationOnce(async (key) =>
      breakOff((await getStream(key)) ?? Readable.from([])),
    );
    const readAgain = await buffer((await site.getStream("large")) ?? Readable.from([]));
    expect(readAgain.equals(large)).toBe(true);
  });

  test("[T53] breaks a download off whose object a member removes", async () => {
    const { front, site } = await openMove();
    await front.put("other", bytes);
    const getStream = front.getStream;
    vi.spyOn(front, "getStream").mockImplementationOnce(async (key) =>
      breakOff((await getStream(key)) ?? Readable.from([])),
    );
    const source = await site.getStream("other");
    await site.remove("other");
    await expect(buffer(source ?? Readable.from([]))).rejects.toThrow();
  });

  test("keeps both copies once another process may move as well", async () => {
    const { back, front } = await openMove();
    const loseTurn = async () => {
      throw new Error("it is another one's turn");
    };
    await expect(moveObject(KEY, { front, back }, loseTurn)).rejects.toThrow("another one's turn");
    expect([await listKeys(back), await listKeys(front)]).toEqual([[KEY], [KEY]]);
    const putStream = front.putStream;
    await front.remove(KEY);
    vi.spyOn(front, "putStream").mockImplementationOnce(async (key, source) => {
      await putStream(key, source);
      await back.remove(key);
    });
    await expect(moveObject(KEY, { front, back }, loseTurn)).rejects.toThrow("another one's turn");
    expect(await textOf(front)).toBe("conteúdo");
  });

  test("[T53] has nothing left of an object that a member removes while it is copied", async () => {
    const { back, front, site } = await openMove();
    const putStream = front.putStream;
    vi.spyOn(front, "putStream").mockImplementationOnce(async (key, source) => {
      await site.remove(key);
      await putStream(key, source);
    });
    expect(await moveObject(KEY, { front, back }, async () => {})).toBe(false);
    expect([await listKeys(back), await listKeys(front)]).toEqual([[], []]);
  });

  test("[T53] has nothing left of an object that a member removes while its copy fails", async () => {
    const { back, front, site } = await openMove();
    const putStream = front.putStream;
    vi.spyOn(front, "putStream").mockImplementationOnce(async (key, source) => {
      await site.remove(key);
      await putStream(key, source);
      throw new StoreOutage("away");
    });
    expect(await moveObject(KEY, { front, back }, async () => {})).toBe(false);
    expect([await listKeys(back), await listKeys(front)]).toEqual([[], []]);
  });

  test("goes on after a killed move: a whole copy stays, and half of one is made again", async () => {
    const { back, front } = await openMove();
    for (const leftBytes of [bytes, bytes.subarray(0, 3)]) {
      await back.put(KEY, bytes);
      await front.put(KEY, leftBytes);
      expect(await moveObject(KEY, { front, back }, async () => {})).toBe(true);
      expect([await textOf(front), await listKeys(back)]).toEqual(["conteúdo", []]);
    }
  });

  test("keeps an object where it was when its copy is not the same, or the new place is away", async () => {
    const { back, front } = await openMove();
    const putStream = front.putStream;
    const spy = vi.spyOn(front, "putStream");
    spy.mockImplementationOnce((key) => putStream(key, Readable.from([Buffer.from("outro")])));
    await expect(moveObject(KEY, { front, back }, async () => {})).rejects.toThrow(
      `The copy of ${KEY} differs from it`,
    );
    expect(await listKeys(front)).toEqual([]);
    spy.mockRejectedValueOnce(new StoreOutage("away"));
    await expect(moveObject(KEY, { front, back }, async () => {})).rejects.toThrow("away");
    expect(await textOf(back)).toBe("conteúdo");
  });
});
