import { randomUUID } from "node:crypto";
import { PHOTO_SIZE_NAMES } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { photoFileName, photoKey } from "../../platform/storage/key-rules.ts";
import { StoreOutage } from "../../platform/storage/storage.ts";
import { listStored } from "../../testing/leftovers.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites } from "../../testing/race.ts";
import { countRead, planOf } from "../../testing/scans.ts";
import { openWorld } from "../../testing/world.ts";
import { sweepOldPhotoObjects, sweepPhotoObjects } from "./jobs.ts";
import { addPhotoObjects, holdPhotoBytes, lockOrphanObjects } from "./object-queries.ts";
import { addPhotos } from "./queries.ts";

const MINUTE_MS = 60_000;

const world = await openWorld();
const { storage } = world.context;
// The clock stands still, because an object of 59 minutes must not grow old while the tests run.
const now = world.context.clock.now();
world.context.clock = { now: () => now };

type StoredPhotoOrder = { minutes: number; isLive: boolean; stored: number };

/** An object that was recorded `minutes` ago, with the first `stored` of its sizes; a live one has a photo. */
async function addObject(memberId: string, position: number, { minutes, isLive, stored }: StoredPhotoOrder) {
  const announced = new Date(now.getTime() - minutes * MINUTE_MS);
  const fileName = photoFileName(memberId, announced, randomUUID().replaceAll("-", ""));
  await addPhotoObjects(world.db, [fileName], announced);
  const keys = PHOTO_SIZE_NAMES.slice(0, stored).map((size) => photoKey(fileName, size));
  for (const key of keys) await storage.put(key, Buffer.from("foto"));
  const photo = photoOf(memberId, fileName, position);
  if (isLive) await addPhotos(world.db, [photo]);
  return { fileName, keys, photo };
}

function photoOf(memberId: string, fileName: string, position: number) {
  return { id: uuidv7(now), memberId, fileName, position, width: 1, height: 1, thumbhash: "", createdAt: now };
}

async function addObjects(orders: StoredPhotoOrder[]) {
  const { id } = await makeMember(world.owner);
  const objects = [];
  for (const [position, order] of orders.entries())
    objects.push({ ...order, ...(await addObject(id, position, order)) });
  return objects;
}

async function listRows(): Promise<string[]> {
  return (await world.db.selectFrom("photoObject").select("fileName").execute()).map((row) => row.fileName);
}

async function sweepAll(): Promise<void> {
  await sweepOldPhotoObjects(world.context);
}

const order = fc.record({
  minutes: fc.constantFrom(0, 1, 59, 61, 600, 100_000),
  isLive: fc.boolean(),
  stored: fc.integer({ min: 0, max: PHOTO_SIZE_NAMES.length }),
});
const orders = fc.array(order, { minLength: 1, maxLength: 5 });

/** Expects live and young objects to be whole, row and bytes, and the others to be gone. */
async function expectSwept(objects: Awaited<ReturnType<typeof addObjects>>): Promise<void> {
  const [rows, files] = [await listRows(), await listStored(world)];
  for (const { fileName, keys, isLive, minutes } of objects) {
    const isKept = isLive || minutes < 60;
    expect(rows.includes(fileName)).toBe(isKept);
    expect(files.filter((file) => keys.includes(file))).toHaveLength(isKept ? keys.length : 0);
  }
}

describe("the sweeper of photo objects", () => {
  test("[D3.28] removes objects that have had no photo for an hour, and no byte of a live photo", async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (chosenOrders) => {
        const objects = await addObjects(chosenOrders);
        await sweepAll();
        await expectSwept(objects);
      }),
      runs(100),
    );
  });

  test("leaves live photos whole when it dies at any removal, and the next run removes the rest", async () => {
    const { remove } = storage;
    await fc.assert(
      fc.asyncProperty(orders, fc.nat(14), fc.boolean(), async (chosenOrders, step, isAfter) => {
        const objects = await addObjects(chosenOrders);
        let calls = 0;
        const dying = vi.spyOn(storage, "remove").mockImplementation(async (key) => {
          calls += 1;
          if (isAfter && calls - 1 === step) await remove(key);
          if (calls - 1 === step) throw new Error("killed");
          await remove(key);
        });
        await sweepAll().catch(() => {});
        dying.mockRestore();
        const files = await listStored(world);
        for (const { keys } of objects.filter((object) => object.isLive)) {
          expect(files).toEqual(expect.arrayContaining(keys));
        }
        await sweepAll();
        await expectSwept(objects);
      }),
      runs(100),
    );
  });

  test("skips an object that storage does not remove, logs it, and tries again at the next run", async () => {
    await sweepAll();
    const objects = await addObjects(Array.from({ length: 4 }, () => ({ minutes: 90, isLive: false, stored: 3 })));
    const [stuck] = objects;
    const { remove } = storage;
    const refusing = vi.spyOn(storage, "remove").mockImplementation(async (key) => {
      if (stuck?.keys.slice(1).includes(key)) throw new Error("storage refuses");
      await remove(key);
    });
    expect([await sweepPhotoObjects(world.context), await sweepPhotoObjects(world.context)]).toEqual([3, 0]);
    refusing.mockRestore();
    expect((await listRows()).filter((name) => objects.some(({ fileName }) => fileName === name))).toEqual([
      stuck?.fileName,
    ]);
    expect(world.logged.join("\n")).toContain("storage refuses");
    expect(await sweepPhotoObjects(world.context)).toBe(1);
    await expectSwept(objects);
  });

  test("stops at an outage of the store, which would keep its transaction open for each object, and goes on at the next run", async () => {
    await sweepAll();
    const objects = await addObjects(Array.from({ length: 4 }, () => ({ minutes: 90, isLive: false, stored: 3 })));
    const { remove } = storage;
    const removing = vi.spyOn(storage, "remove");
    for (let size = 0; size < 3; size += 1) removing.mockImplementationOnce(remove);
    removing.mockRejectedValue(new StoreOutage("silent"));
    expect(await sweepPhotoObjects(world.context)).toBe(1);
    expect(removing).toHaveBeenCalledTimes(4);
    removing.mockRestore();
    expect(await sweepPhotoObjects(world.context)).toBe(3);
    await expectSwept(objects);
  });

  test("removes no byte while the database refuses to remove the row", async () => {
    const [object] = await addObjects([{ minutes: 90, isLive: false, stored: 3 }]);
    await sql`create function keep() returns trigger language plpgsql as $$ begin raise 'kept'; end $$`.execute(
      world.owner,
    );
    await sql`create trigger keeps before delete on photo_object execute function keep()`.execute(world.owner);
    try {
      await expect(sweepPhotoObjects(world.context)).rejects.toThrow("kept");
    } finally {
      await sql`drop trigger keeps on photo_object`.execute(world.owner);
    }
    expect(await listStored(world)).toEqual(expect.arrayContaining(object?.keys ?? []));
    await sweepAll();
  });

  test("skips an object that is getting its photo at this moment", async () => {
    const [object] = await addObjects([{ minutes: 90, isLive: false, stored: 3 }]);
    if (!object) throw new Error("no object");
    await world.db.transaction().execute(async (trx) => {
      await addPhotos(trx, [object.photo]);
      expect(await sweepPhotoObjects(world.context)).toBe(0);
    });
    await sweepAll();
    await expectSwept([{ ...object, isLive: true }]);
  });

  test("removes each object once when it runs twice at once, and a removed photo's object at the next run", async () => {
    const objects = await addObjects(Array.from({ length: 5 }, () => ({ minutes: 90, isLive: false, stored: 3 })));
    const { first } = await world.owner.transaction().execute(async (trx) => {
      await holdWrites("photoObject")(trx);
      const first = sweepPhotoObjects(world.context);
      await waitForLocks(world.owner, 1);
      expect(await sweepPhotoObjects(world.context)).toBe(0);
      return { first };
    });
    expect(await first).toBe(5);
    await expectSwept(objects);
    const [live] = await addObjects([{ minutes: 90, isLive: true, stored: 3 }]);
    await world.db
      .deleteFrom("photo")
      .where("id", "=", live?.photo.id ?? "")
      .execute();
    expect(await sweepPhotoObjects(world.context)).toBe(1);
    expect(await listRows()).not.toContain(live?.fileName);
  });

  test("finds objects of the last two days every ten minutes, and older ones at night", async () => {
    await sweepAll();
    const [recent, old] = await addObjects([
      { minutes: 2 * 24 * 60 - 1, isLive: false, stored: 3 },
      { minutes: 2 * 24 * 60 + 1, isLive: false, stored: 3 },
    ]);
    expect(await sweepPhotoObjects(world.context)).toBe(1);
    expect(await listRows()).not.toContain(recent?.fileName);
    expect(await sweepOldPhotoObjects(world.context)).toBe(1);
    expect(await listRows()).not.toContain(old?.fileName);
  });

  test("removes at night what is behind an object that storage keeps, and fails without the store or during a backup", async () => {
    await sweepAll();
    const { id } = await makeMember(world.owner);
    const old = new Date(now.getTime() - 5 * 24 * 60 * MINUTE_MS);
    const names = Array.from({ length: 205 }, () => photoFileName(id, old, randomUUID().replaceAll("-", "")));
    await addPhotoObjects(world.db, names, old);
    const { remove } = storage;
    const [stuckName = ""] = names;
    const removing = vi.spyOn(storage, "remove").mockImplementation(async (key) => {
      if (photoKey(stuckName, "small") === key) throw new Error("storage refuses");
      await remove(key);
    });
    expect(await sweepOldPhotoObjects(world.context)).toBe(204);
    removing.mockRejectedValue(new StoreOutage("silent"));
    await expect(sweepOldPhotoObjects(world.context)).rejects.toThrow("outage");
    removing.mockRestore();
    await world.owner.transaction().execute(async (trx) => {
      await holdPhotoBytes(trx);
      await expect(sweepOldPhotoObjects(world.context)).rejects.toThrow("backup");
    });
    expect(await sweepOldPhotoObjects(world.context)).toBe(1);
  });

  test("reads the objects of its period only", async () => {
    const { id } = await makeMember(world.owner);
    await sql`
      insert into photo_object (file_name, created_at)
      select ${id} || '/gallery/1700000000000-' || md5(turn::text) || '.webp', ${now}::timestamptz - turn * interval '1 hour'
      from generate_series(60, 4000) turn`.execute(world.owner);
    await sql`vacuum (analyze) photo_object`.execute(world.owner);
    const period = { since: new Date(now.getTime() - 62 * 60 * MINUTE_MS), before: now };
    const nodes = await planOf(world.db, () => lockOrphanObjects(world.db, period, 100));
    expect(countRead(nodes, "photo_object")).toBeLessThan(100);
    await sweepAll();
  });

  test("takes the oldest hundred at a time", async () => {
    await sweepAll();
    const { id } = await makeMember(world.owner);
    const old = new Date(now.getTime() - 90 * MINUTE_MS);
    const names = Array.from({ length: 130 }, () => photoFileName(id, old, randomUUID().replaceAll("-", "")));
    await addPhotoObjects(world.db, names, old);
    const run = () => sweepPhotoObjects(world.context);
    expect([await run(), await run(), await run()]).toEqual([100, 30, 0]);
  });
});
