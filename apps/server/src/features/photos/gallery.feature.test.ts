import { PHOTO_SIZE_NAMES } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { makeBlankPng } from "../../testing/image-bytes.ts";
import { listSpool, listStored, sweepUp } from "../../testing/leftovers.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { recordPublishedEvents, SELF_CHANGED, unread } from "../../testing/published-events.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";

const world = await openWorld();
const events = recordPublishedEvents(world);
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);
const noPicture = new Blob(["olá"]);

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
type Reply = Awaited<ReturnType<Person["browser"]["api"]["photos"]["arrange"]>>;

const add = ({ browser }: Person, photos: Blob[]) => browser.api.photos.add({ body: {}, photos });
const remove = ({ browser }: Person, id = "") => browser.api.photos.remove({ params: { id } });
const setMain = ({ browser }: Person, id = "") => browser.api.photos.setMain({ params: { id } });
const arrange = ({ browser }: Person, ids: string[]) => browser.api.photos.arrange({ body: { ids } });
const outcomeOf = ({ status, failure }: Pick<Reply, "status" | "failure">) => [status, failure.code];
const idsOf = ({ body }: Pick<Reply, "body">) => body.photos.map(({ id }) => id);

async function listRows({ id }: { id: string }, { owner }: Pick<World, "owner"> = world) {
  return owner
    .selectFrom("photo")
    .where("memberId", "=", id)
    .orderBy("position")
    .select(["id", "position", "fileName"])
    .execute();
}
const listIds = async (person: { id: string }) => (await listRows(person)).map(({ id }) => id);

async function makeOwner(count: number, role: "baby" | "daddy" = "baby") {
  const person = await makeSignedIn(world, { role });
  if (count > 0)
    await makePhotos(
      world.owner,
      person.id,
      Array.from({ length: count }, (_, at) => at),
    );
  return { ...person, ids: await listIds(person) };
}

/** A member whose photos were uploaded over HTTP, with their bytes. */
async function makeUploader(count: number) {
  const person = await makeSignedIn(world);
  expect((await add(person, Array(count).fill(small))).status).toBe(200);
  return { ...person, ids: await listIds(person) };
}

async function expectWhole(person: { id: string }) {
  const rows = await listRows(person);
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at));
  return rows;
}

describe("adding photos", () => {
  test("[M5.23][M7.02][D3.28] puts them right behind the profile photo, stores every size and returns the gallery", async () => {
    const { ids, ...owner } = await makeOwner(2);
    const reply = await add(owner, [small, small]);
    expect(reply.status).toBe(200);
    const after = idsOf(reply);
    expect([after[0], after[3]]).toEqual(ids);
    expect((await owner.browser.api.profiles.mine()).body.photos).toEqual(reply.body.photos);
    const rows = await expectWhole(owner);
    expect(rows.map(({ id }) => id)).toEqual(after);
    const storedFiles = await listStored(world);
    for (const { fileName } of rows.slice(1, 3))
      for (const size of PHOTO_SIZE_NAMES) expect(storedFiles).toContain(photoKey(fileName, size));
    expect((await owner.browser.raw(reply.body.photos[1]?.large ?? "")).status).toBe(200);
    expect(events.publishedTo(owner)).toEqual([SELF_CHANGED]);
  });

  test("to an empty gallery makes the first of them the profile photo", async () => {
    const owner = await makeSignedIn(world);
    const reply = await add(owner, [small]);
    expect((await owner.browser.api.accounts.session()).body.user?.photoUrl).toBe(reply.body.photos[0]?.small);
  });

  test("[M5.23] beyond five is refused, and none is stored", async () => {
    const owner = await makeOwner(3);
    const storedFiles = await sweepUp(world);
    expect(outcomeOf(await add(owner, [small, small, small]))).toEqual([422, "PHOTOS_TOO_MANY"]);
    expect(outcomeOf(await add(owner, Array(6).fill(small)))).toEqual([422, "PHOTOS_TOO_MANY"]);
    expect(await listIds(owner)).toEqual(owner.ids);
    expect(await sweepUp(world)).toEqual(storedFiles);
    expect(await listSpool(world)).toEqual([]);
    expect((await add(await openAgain(owner), [small, small])).status).toBe(200);
  });

  test("[M5.23] stores none when one file is not a photo", async () => {
    const owner = await makeOwner(2);
    const storedFiles = await sweepUp(world);
    expect(outcomeOf(await add(await openAgain(owner), [small, noPicture]))).toEqual([422, "FILE_INVALID_TYPE"]);
    expect(await listIds(owner)).toEqual(owner.ids);
    expect(await sweepUp(world)).toEqual(storedFiles);
    expect(events.publishedTo(owner)).toEqual([]);
  });

  test.each([
    ["FILE_INCOMPLETE", async () => (await makePhoto()).subarray(0, -64)],
    ["PHOTO_TOO_LARGE", async () => makeBlankPng({ width: 8_064, height: 6_048 })],
  ] as const)("[D2.66][D2.67] stores none when one is refused by %s", async (code, make) => {
    const owner = await makeOwner(2);
    const refusedFile = new Blob([new Uint8Array(await make())]);
    expect(outcomeOf(await add(await openAgain(owner), [small, refusedFile]))).toEqual([422, code]);
    expect(await listIds(owner)).toEqual(owner.ids);
  });

  test("stores none when storage fails at the second photo", async () => {
    const owner = await makeOwner(2);
    const storedFiles = await sweepUp(world);
    const again = await openAgain(owner);
    const { storage } = world.context;
    const { put: putObject } = storage;
    let calls = 0;
    vi.spyOn(storage, "put").mockImplementation(async (key, bytes) => {
      calls += 1;
      if (calls === 5) throw new Error("disk on fire");
      await putObject(key, bytes);
    });
    expect(outcomeOf(await add(again, [small, small]))).toEqual([500, "SERVER_ERROR"]);
    vi.restoreAllMocks();
    expect(await listIds(owner)).toEqual(owner.ids);
    expect(await sweepUp(world)).toEqual(storedFiles);
  });

  test("[M5.23] twice at once stores one upload and refuses the other whole, without a server error", async () => {
    const owner = await makeOwner(2);
    const addTwo = () => add(owner, [small, small]);
    const replies = await race(world.owner, holdWrites("photo"), [addTwo, addTwo]);
    expect(replies.map(outcomeOf)).toEqual([
      [200, undefined],
      [422, "PHOTOS_TOO_MANY"],
    ]);
    expect(await expectWhole(owner)).toHaveLength(4);
  });

  test("without a file is refused, and so is any field next to the photos", async () => {
    const owner = await makeOwner(2);
    expect(outcomeOf(await add(owner, []))).toEqual([400, "VALIDATION_ERROR"]);
    const form = new FormData();
    form.append("data", JSON.stringify({ memberId: owner.id, position: 0 }));
    form.append("photos", small);
    expect((await owner.browser.raw("/api/profile/photos", { method: "POST", body: form })).status).toBe(400);
    expect(await listIds(owner)).toEqual(owner.ids);
  });

  test("is refused to the staff", async () => {
    const admin = await makeSignedIn(world, { role: "admin" });
    expect(outcomeOf(await add(admin, [small]))).toEqual([403, "PERMISSION_DENIED"]);
    expect(await listIds(admin)).toEqual([]);
  });

  test("[D2.44] counts each photo, stored or not: 40 an hour", async () => {
    const owner = await makeOwner(5);
    for (let time = 0; time < 20; time++)
      expect(outcomeOf(await add(owner, [small, small]))).toEqual([422, "PHOTOS_TOO_MANY"]);
    const refusal = await add(owner, [small]);
    expect(outcomeOf(refusal)).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect(outcomeOf(await add(await makeOwner(5), [small]))).toEqual([422, "PHOTOS_TOO_MANY"]);
  });
});

/** Signs the member in with a session of 30 days, because `sweepUp` moves the clock by an hour each time. */
async function openAgain({ id }: { id: string }): Promise<Person> {
  return { id, browser: await openBrowserOf(world, id, true) };
}

describe("removing a photo", () => {
  test("[T40][T33] removes row and bytes together and closes the gap, and its link opens nothing at once", async () => {
    const owner = await makeUploader(4);
    const viewer = await makeSignedIn(world, { role: "daddy" });
    const rows = await listRows(owner);
    const second = rows[1];
    const link = world.context.photoLinks.linkTo(second?.fileName ?? "", "medium", world.context.clock.now());
    expect((await viewer.browser.raw(link)).status).toBe(200);
    const reply = await remove(owner, second?.id);
    expect([reply.status, idsOf(reply)]).toEqual([200, [owner.ids[0], owner.ids[2], owner.ids[3]]]);
    expect((await expectWhole(owner)).map(({ id }) => id)).toEqual(idsOf(reply));
    for (const { browser } of [viewer, owner]) expect((await browser.raw(link)).status).toBe(404);
    const storedFiles = (await listStored(world)).filter((file) => file.startsWith(owner.id));
    expect(storedFiles).toHaveLength(3 * PHOTO_SIZE_NAMES.length);
    expect(storedFiles.filter((file) => file.startsWith(second?.fileName.slice(0, -5) ?? ""))).toEqual([]);
    const object = world.owner.selectFrom("photoObject").where("fileName", "=", second?.fileName ?? "");
    expect(await object.select("fileName").execute()).toEqual([]);
    expect(events.publishedTo(owner)).toEqual([SELF_CHANGED, SELF_CHANGED]);
  });

  test("[M4.19] of the profile photo makes the next one the profile photo", async () => {
    const owner = await makeOwner(3);
    const reply = await remove(owner, owner.ids[0]);
    expect(idsOf(reply)).toEqual(owner.ids.slice(1));
    expect((await owner.browser.api.accounts.session()).body.user?.photoUrl).toBe(reply.body.photos[0]?.small);
  });

  test.each([0, 1, 2])("[M5.23] with %i photos left is refused, because two always stay", async (count) => {
    const owner = await makeOwner(count);
    const [status, code] = outcomeOf(await remove(owner, owner.ids[0] ?? owner.id));
    expect([status, code]).toEqual(count === 0 ? [404, "NOT_FOUND"] : [422, "PHOTOS_TOO_FEW"]);
    expect(await listIds(owner)).toEqual(owner.ids);
  });

  test("[M5.23] twice at once never leaves fewer than two", async () => {
    const owner = await makeOwner(3);
    const removals = owner.ids.slice(0, 2).map((id) => () => remove(owner, id));
    const replies = await race(world.owner, holdWrites("photo"), removals);
    expect(replies.map(outcomeOf)).toEqual([
      [200, undefined],
      [422, "PHOTOS_TOO_FEW"],
    ]);
    expect(await expectWhole(owner)).toHaveLength(2);
  });

  test("of the same photo twice at once removes it once", async () => {
    const owner = await makeOwner(5);
    const removeLast = () => remove(owner, owner.ids[4]);
    const replies = await race(world.owner, holdWrites("photo"), [removeLast, removeLast]);
    expect(replies.map(outcomeOf)).toEqual([
      [200, undefined],
      [404, "NOT_FOUND"],
    ]);
    expect(await listIds(owner)).toEqual(owner.ids.slice(0, 4));
  });

  test.each([0, 1, 2])(
    "[T40] that is killed at file number %i leaves the photo missing for everybody, and the sweeper removes the rest",
    async (step) => {
      const owner = await makeUploader(3);
      const goneRow = (await listRows(owner))[1];
      const { storage } = world.context;
      const real = storage.remove;
      let calls = 0;
      vi.spyOn(storage, "remove").mockImplementation(async (key) => {
        calls += 1;
        if (calls - 1 >= step) throw new Error("killed");
        await real(key);
      });
      expect((await remove(owner, goneRow?.id)).status).toBe(200);
      vi.restoreAllMocks();
      const object = world.owner
        .selectFrom("photoObject")
        .where("fileName", "=", goneRow?.fileName ?? "")
        .select("fileName");
      expect(await object.execute()).toHaveLength(1);
      const link = world.context.photoLinks.linkTo(goneRow?.fileName ?? "", "large", world.context.clock.now());
      expect((await owner.browser.raw(link)).status).toBe(404);

      const { files, objects } = await sweepUp(world);
      expect(objects).not.toContain(goneRow?.fileName);
      expect(files.filter((file) => file.startsWith(owner.id))).toHaveLength(2 * PHOTO_SIZE_NAMES.length);
    },
  );

  test("[T40] that is killed before the object is removed leaves no orphan after the sweeper", async () => {
    const owner = await makeUploader(3);
    const goneRow = (await listRows(owner))[2];
    // A process that dies after the row was removed, and before the object is, leaves this state.
    await world.owner
      .deleteFrom("photo")
      .where("id", "=", goneRow?.id ?? "")
      .execute();
    const { files, objects } = await sweepUp(world);
    expect(objects).not.toContain(goneRow?.fileName);
    expect(files.filter((file) => file.startsWith(owner.id))).toHaveLength(2 * PHOTO_SIZE_NAMES.length);
  });
});

describe("the order of photos", () => {
  test("[M4.19] begins with the chosen photo, which is the avatar everywhere at once", async () => {
    const owner = await makeOwner(4);
    const daddy = await makeSignedIn(world, { role: "daddy" });
    const [a, b, c = "", d] = owner.ids;
    const reply = await setMain(owner, c);
    expect([reply.status, idsOf(reply)]).toEqual([200, [c, a, b, d]]);
    const avatar = reply.body.photos[0]?.small;
    expect((await owner.browser.api.accounts.session()).body.user?.photoUrl).toBe(avatar);
    const seenProfile = (await daddy.browser.api.profiles.read({ params: { id: owner.id } })).body;
    expect(seenProfile.photos.map((photo) => photo.small)).toEqual(reply.body.photos.map((photo) => photo.small));
    await daddy.browser.api.favorites.add({ params: { id: owner.id } });
    const [card] = (await daddy.browser.api.favorites.list()).body.profiles;
    expect(card?.photo?.small).toBe(avatar);
    expect(idsOf(await setMain(owner, c))).toEqual([c, a, b, d]);
    expect(events.publishedTo(owner)).toEqual([SELF_CHANGED, unread(1), SELF_CHANGED]);
  });

  test("is whatever the owner arranges", async () => {
    const owner = await makeOwner(5);
    const orders = fc.shuffledSubarray(owner.ids, { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const reply = await arrange(owner, order);
        expect([reply.status, idsOf(reply)]).toEqual([200, order]);
        expect((await expectWhole(owner)).map(({ id }) => id)).toEqual(order);
      }),
      runs(100),
    );
  });

  test("is refused when it does not name each photo once, because the gallery changed elsewhere", async () => {
    const [owner, otherOwner] = [await makeOwner(3), await makeOwner(3)];
    const [a = "", b = "", c = ""] = owner.ids;
    const wrong = [
      [a, b],
      [a, b, b],
      [a, b, c, c],
      [a, b, otherOwner.ids[0] ?? ""],
      [...owner.ids, ...otherOwner.ids.slice(0, 2)],
    ];
    for (const order of wrong) expect(outcomeOf(await arrange(owner, order))).toEqual([409, "PHOTOS_CHANGED"]);
    expect(outcomeOf(await arrange(owner, []))).toEqual([400, "VALIDATION_ERROR"]);
    expect(await listIds(owner)).toEqual(owner.ids);
    expect(await listIds(otherOwner)).toEqual(otherOwner.ids);
  });

  test("is the later of two wanted orders that arrive at once, never a mixture", async () => {
    const owner = await makeOwner(5);
    const orders = [owner.ids.toReversed(), [...owner.ids.slice(2), ...owner.ids.slice(0, 2)]];
    const arrangements = orders.map((ids) => () => arrange(owner, ids));
    const replies = await race(world.owner, holdWrites("photo"), arrangements);
    expect(replies.map(idsOf)).toEqual([expect.anything(), orders[1]]);
    expect((await expectWhole(owner)).map(({ id }) => id)).toEqual(orders[1]);
  });

  test("stays whole, with two to five photos and without a server error, when all changes come at once", async () => {
    const owner = await makeOwner(4);
    const [a, b, c, d] = owner.ids;
    const replies = await race(world.owner, holdWrites("photo"), [
      () => add(owner, [small]),
      () => remove(owner, a),
      () => setMain(owner, c),
      () => arrange(owner, owner.ids.toReversed()),
      () => remove(owner, b),
      () => setMain(owner, a),
      () => remove(owner, d),
    ]);
    const codes = replies.map(({ failure }) => failure.code);
    expect(codes).toEqual([undefined, undefined, undefined, "PHOTOS_CHANGED", undefined, "NOT_FOUND", undefined]);
    expect((await expectWhole(owner)).map(({ id }) => id)).toEqual([c, expect.any(String)]);
  });

  test("changes one after another for one member, who waits for no other member", async () => {
    const [owner, otherOwner] = [await makeOwner(3), await makeOwner(3)];
    const { moved: moveAnswer } = await world.owner.transaction().execute(async (trx) => {
      await sql`select from profile where member_id = ${owner.id} for no key update`.execute(trx);
      const waitingChange = setMain(owner, owner.ids[1]);
      await waitForLocks(world.owner, 1);
      expect((await setMain(otherOwner, otherOwner.ids[1])).status).toBe(200);
      return { moved: waitingChange };
    });
    expect((await moveAnswer).status).toBe(200);
  });
});

describe("another member's photo", () => {
  test("[T31][M6.04] can neither be removed nor chosen: it looks missing, and stays", async () => {
    const [owner, stranger] = [await makeOwner(3), await makeOwner(3, "daddy")];
    const admin = await makeSignedIn(world, { role: "admin" });
    const missingId = "0197c1de-0000-7000-8000-000000000001";
    const seenOrders = new Set<string>();
    for (const person of [stranger, admin])
      for (const id of [owner.ids[0], missingId])
        for (const attempt of [remove, setMain]) {
          const { status, failure } = await attempt(person, id);
          const { requestId: _, ...body } = failure;
          seenOrders.add(JSON.stringify([status, body]));
        }
    expect([...seenOrders]).toHaveLength(1);
    expect([...seenOrders][0]).toContain('[404,{"code":"NOT_FOUND"');
    expect(outcomeOf(await arrange(stranger, owner.ids))).toEqual([409, "PHOTOS_CHANGED"]);
    expect(await listIds(owner)).toEqual(owner.ids);
    expect(await listIds(stranger)).toEqual(stranger.ids);
  });

  test("[M6.04] cannot be changed without a session, nor by a deactivated or suspended member", async () => {
    const owner = await makeOwner(3);
    const guest = { id: "", browser: world.browser() };
    expect(outcomeOf(await remove(guest, owner.ids[0]))).toEqual([401, "AUTH_NO_SESSION"]);
    expect(outcomeOf(await add(guest, [small]))).toEqual([401, "AUTH_NO_SESSION"]);
    const { id } = await makeMember(world.owner);
    await world.owner.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", id).execute();
    const suspended = await openAgain({ id });
    expect(outcomeOf(await setMain(suspended, owner.ids[1]))).toEqual([401, "AUTH_SESSION_EXPIRED"]);
    expect(await listIds(owner)).toEqual(owner.ids);
  });
});
