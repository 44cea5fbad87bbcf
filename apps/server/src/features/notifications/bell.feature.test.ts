import { NOTIFICATION_TYPES } from "@caramelo/contract/notifications/types";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeNotification } from "../../testing/notifications.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const MINUTE = 60_000;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const makeDaddy = (name = "Dan") => makeMember(world.owner, { role: "daddy", name });
const notify = (to: { id: string }, from: { id: string }, facts: Parameters<typeof makeNotification>[3] = {}) =>
  makeNotification(world.owner, to, from, facts);
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
const read = async ({ browser }: Person) => {
  const { status, body } = await browser.api.notifications.list();
  expect(status).toBe(200);
  return body;
};
const idsOf = async (person: Person) => (await read(person)).notifications.map(({ id }) => id);
const dismiss = ({ browser }: Person, id: string) => browser.api.notifications.dismiss({ params: { id } });

describe("the bell", () => {
  test("[M7.04][D3.60] lists a row for each person with all that they did, the latest first, and counts the rows", async () => {
    const [ana, dan, leo] = [await makeSignedIn(world), await makeDaddy(), await makeDaddy("Leo")];
    const [fileName = ""] = await makePhotos(world.owner, dan.id, [0, 1]);
    const at = ago(1);
    await notify(ana, dan, { createdAt: ago(4) });
    await notify(ana, dan, { createdAt: ago(3), type: "favorite" });
    await notify(ana, dan, { createdAt: ago(5), dismissedAt: ago(4) });
    const ofLeo = await notify(ana, leo, { createdAt: ago(2) });
    await notify(ana, leo, { createdAt: ago(9) });
    const latest = await notify(ana, dan, { type: "match", createdAt: at });
    const { notifications, unread } = await read(ana);
    expect(unread).toBe(2);
    const photoUrl = world.context.photoLinks.linkTo(fileName, "small", world.context.clock.now());
    expect(notifications).toEqual([
      {
        id: latest,
        type: "match",
        types: ["match", "favorite", "profile_view"],
        actor: { id: dan.id, name: "Dan", photoUrl },
        at: at.toISOString(),
      },
      {
        id: ofLeo,
        type: "profile_view",
        types: ["profile_view"],
        actor: { id: leo.id, name: "Leo", photoUrl: null },
        at: expect.any(String),
      },
    ]);
  });

  test("[D3.60] lists a row for each kind of notice of the staff with their number, no matter who of them wrote it", async () => {
    const [ana, owner, moderator] = [await makeSignedIn(world), await makeDaddy(), await makeDaddy()];
    await notify(ana, owner, { type: "team", createdAt: ago(3) });
    await notify(ana, moderator, { type: "team", createdAt: ago(2) });
    await notify(ana, owner, { type: "withdrawal", createdAt: ago(1) });
    const actor = { id: ana.id, name: "Equipe", photoUrl: null };
    expect(await read(ana)).toMatchObject({
      unread: 2,
      notifications: [
        { types: ["withdrawal"], actor, notices: 1 },
        { types: ["team"], actor, notices: 2 },
      ],
    });
    await notify(ana, owner, { type: "team", dismissedAt: ago(1) });
    expect((await read(ana)).notifications[1]?.notices).toBe(2);
  });

  test("[M7.04][D3.60] lists 50 rows at most, also when the latest are of hidden members, and counts all", async () => {
    const [ana, goneMember] = [await makeSignedIn(world), await makeDaddy()];
    const people = await Promise.all(Array.from({ length: 60 }, () => makeDaddy()));
    const rowOf = (actorId: string, minutes: number) => ({
      id: uuidv7(new Date()),
      memberId: ana.id,
      actorId,
      type: "profile_view" as const,
      createdAt: ago(minutes),
    });
    const hiddenRows = Array.from({ length: 60 }, (_, index) => rowOf(goneMember.id, index + 1));
    const latest = people.map(({ id }, index) => rowOf(id, index + 100));
    const earlier = people.map(({ id }, index) => rowOf(id, index + 1_000));
    await world.owner
      .insertInto("notification")
      .values([...hiddenRows, ...latest, ...earlier])
      .execute();
    await hidePair(world.db, goneMember.id, ana.id);
    expect(await read(ana)).toMatchObject({ unread: 60 });
    expect(await idsOf(ana)).toEqual(latest.slice(0, 50).map(({ id }) => id));
    await dismiss(ana, latest[0]?.id ?? "");
    expect(await read(ana)).toMatchObject({ unread: 59 });
    expect(await idsOf(ana)).toEqual(latest.slice(1, 51).map(({ id }) => id));
  });

  test("[M4.14][M7.04] neither lists messages nor counts them", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const message = await notify(ana, dan, { type: "message" });
    expect(await read(ana)).toEqual({ notifications: [], unread: 0 });
    expect((await dismiss(ana, message)).failure.code).toBe("NOT_FOUND");
    await ana.browser.api.notifications.dismissAll();
    const row = await world.db.selectFrom("notification").where("id", "=", message).select("dismissedAt").execute();
    expect(row).toEqual([{ dismissedAt: null }]);
  });

  test("[T23] shows nothing between blocked members, nor of inactive ones, until they are back", async () => {
    const [ana, dan, leo] = [
      await makeSignedIn(world),
      await makeSignedIn(world, { role: "daddy" }),
      await makeDaddy(),
    ];
    const [fromDan, fromLeo] = [await notify(ana, dan), await notify(ana, leo, { createdAt: ago(1) })];
    await notify(dan, ana);
    await hidePair(world.db, ana.id, dan.id);
    expect(await read(dan)).toEqual({ notifications: [], unread: 0 });
    expect(await idsOf(ana)).toEqual([fromLeo]);
    const change = (facts: object) =>
      world.db.updateTable("profile").set(facts).where("memberId", "=", leo.id).execute();
    for (const fact of ["deactivatedAt", "suspendedAt", "awaitsConfirmation"]) {
      await change({ [fact]: fact === "awaitsConfirmation" ? true : new Date() });
      expect(await read(ana)).toEqual({ notifications: [], unread: 0 });
      await change({ [fact]: fact === "awaitsConfirmation" ? false : null });
    }
    await world.db.deleteFrom("hiddenPair").where("viewerId", "=", ana.id).execute();
    expect(await idsOf(ana)).toEqual([fromDan, fromLeo]);
  });

  test("[T18] is the member's own: nobody reads, counts or empties that of another", async () => {
    const [ana, eva, dan] = [await makeSignedIn(world), await makeSignedIn(world), await makeDaddy()];
    const id = await notify(ana, dan);
    expect(await read(eva)).toEqual({ notifications: [], unread: 0 });
    await eva.browser.api.notifications.dismissAll();
    const reply = await eva.browser.raw(`/api/notifications?memberId=${ana.id}`);
    expect(reply.status).toBe(400);
    expect(await idsOf(ana)).toEqual([id]);
  });

  test("[D1.05] is empty for staff", async () => {
    const [admin, dan] = [await makeSignedIn(world, { role: "admin" }), await makeDaddy()];
    await notify(admin, dan);
    expect(await read(admin)).toEqual({ notifications: [], unread: 0 });
  });

  test("[M7.05][T17] shows what members did, and no call can add a notification that nobody caused", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    const live = await openLiveSocket(ana.browser);
    await dan.browser.api.favorites.add({ params: { id: ana.id } });
    expect(await live.waitFor("notifications")).toEqual([{ event: "notifications", unread: 1 }]);
    expect((await read(ana)).notifications).toMatchObject([{ type: "favorite", actor: { id: dan.id } }]);

    const forged = JSON.stringify({ memberId: ana.id, actorId: dan.id, type: "match" });
    const headers = { "content-type": "application/json" };
    for (const method of ["POST", "PUT", "PATCH"]) {
      const reply = await dan.browser.raw("/api/notifications", { method, headers, body: forged });
      expect(reply.status).toBe(404);
    }
    expect((await read(ana)).unread).toBe(1);
  });
});

describe("a dismissed notification", () => {
  test("[M4.12][D3.60] is gone for good with the earlier ones of the same person, and dismissing it again changes nothing", async () => {
    const [ana, dan, leo] = [await makeSignedIn(world), await makeDaddy(), await makeDaddy("Leo")];
    const at = ago(1);
    await notify(ana, dan, { createdAt: ago(9) });
    // A favourite and the match that it makes have the same time.
    await notify(ana, dan, { type: "favorite", createdAt: at });
    const shownId = await notify(ana, dan, { type: "match", createdAt: at });
    const ofLeo = await notify(ana, leo, { createdAt: ago(2) });
    const later = await notify(ana, dan);
    for (let i = 0; i < 2; i++) {
      const { status, body } = await dismiss(ana, shownId);
      expect([status, body]).toEqual([200, { unread: 2 }]);
    }
    expect((await read(ana)).notifications).toMatchObject([
      { id: later, types: ["profile_view"] },
      { id: ofLeo, types: ["profile_view"] },
    ]);
    expect((await dismiss(ana, later)).body).toEqual({ unread: 1 });
    expect(await idsOf(ana)).toEqual([ofLeo]);
  });

  test("[D3.60] of the staff takes the earlier ones of its kind along, and none of another kind", async () => {
    const [ana, owner, moderator] = [await makeSignedIn(world), await makeDaddy(), await makeDaddy()];
    await notify(ana, moderator, { type: "team", createdAt: ago(3) });
    const withdrawal = await notify(ana, owner, { type: "withdrawal", createdAt: ago(2) });
    const team = await notify(ana, owner, { type: "team", createdAt: ago(1) });
    expect((await dismiss(ana, team)).body).toEqual({ unread: 1 });
    expect(await idsOf(ana)).toEqual([withdrawal]);
  });

  test("[M4.13] can be dismissed together with all others", async () => {
    const [ana, dan, goneMember] = [await makeSignedIn(world), await makeDaddy(), await makeDaddy()];
    await Promise.all([notify(ana, dan), notify(ana, dan, { type: "favorite" }), notify(ana, goneMember)]);
    await hidePair(world.db, ana.id, goneMember.id);
    const { status, body } = await ana.browser.api.notifications.dismissAll();
    expect([status, body]).toEqual([200, { unread: 0 }]);
    await world.db.deleteFrom("hiddenPair").execute();
    expect(await read(ana)).toEqual({ notifications: [], unread: 0 });
  });

  test("[T18][T31] is NOT_FOUND when it belongs to another member, as when it does not exist", async () => {
    const [ana, eva, dan] = [await makeSignedIn(world), await makeSignedIn(world), await makeDaddy()];
    const id = await notify(ana, dan);
    for (const wrong of [id, uuidv7(new Date())]) {
      const { status, failure } = await dismiss(eva, wrong);
      expect([status, failure.code]).toEqual([404, "NOT_FOUND"]);
    }
    expect(await idsOf(ana)).toEqual([id]);
  });

  test("[M4.12][M4.13] is gone from the other tabs and devices too", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const [firstId] = [
      await notify(ana, dan),
      await notify(ana, await makeDaddy()),
      await notify(ana, await makeDaddy()),
    ];
    const tab = await openLiveSocket(ana.browser);
    const phone = await openLiveSocket(await openBrowserOf(world, ana.id));
    await dismiss(ana, firstId);
    await ana.browser.api.notifications.dismissAll();
    for (const live of [tab, phone]) {
      expect(await live.waitFor("notifications", 2)).toEqual([
        { event: "notifications", unread: 2 },
        { event: "notifications", unread: 0 },
      ]);
    }
  });

  test("of messages is one for each person, and is dismissed by reading them", async () => {
    const [ana, bia] = [await makeWriter(world), await makeWriter(world, { role: "daddy" })];
    await ana.send(bia);
    await ana.send(bia);
    const readWaiting = () =>
      world.db
        .selectFrom("notification")
        .where("memberId", "=", bia.id)
        .where("dismissedAt", "is", null)
        .select(["type", "actorId"])
        .execute();
    expect(await readWaiting()).toEqual([{ type: "message", actorId: ana.id }]);
    await bia.read(ana, 2);
    expect(await readWaiting()).toEqual([]);
  });
});

test("the database takes exactly the types of the record", async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = 'notification_type_check'`.execute(world.owner);
  const types = rows[0]?.definition.match(/'[a-z_]+'/g)?.map((type) => type.slice(1, -1)) ?? [];
  expect(types.sort()).toEqual([...NOTIFICATION_TYPES].sort());
});
