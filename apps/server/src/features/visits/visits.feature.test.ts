import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { describe, expect, test } from "vitest";
import { fewOrMany } from "../../testing/each-kind.ts";
import { makePremium } from "../../testing/entitlements.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { recordPublishedEvents, unread } from "../../testing/published-events.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { sweepVisits } from "./jobs.ts";
import { addVisit } from "./queries.ts";
import { lastVisitBefore, oldestVisit } from "./rules.ts";

const world = await openWorld();
const events = recordPublishedEvents(world);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
type OtherMember = { id: string };
const look = ({ browser }: Pick<Person, "browser">, { id }: OtherMember) => browser.api.visits.add({ params: { id } });
const list = async ({ browser }: Person, before?: string) =>
  (await browser.api.visits.list({ query: before === undefined ? {} : { before } })).body;
const makePair = async () => ({ baby: await makeSignedIn(world), daddy: await makeSignedIn(world, { role: "daddy" }) });

/** How many visits and notifications of visits one member has of another. */
async function listTraces(visitor: OtherMember, visitedMember: OtherMember, { owner }: Pick<World, "owner"> = world) {
  const visits = await owner
    .selectFrom("visit")
    .where("visitorId", "=", visitor.id)
    .where("visitedId", "=", visitedMember.id)
    .select("visitedAt")
    .execute();
  const notifications = await owner
    .selectFrom("notification")
    .where("actorId", "=", visitor.id)
    .where("memberId", "=", visitedMember.id)
    .where("type", "=", "profile_view")
    .select("id")
    .execute();
  return { visits: visits.length, notifications: notifications.length };
}
const NONE = { visits: 0, notifications: 0 };
const ONE = { visits: 1, notifications: 1 };

const setInvisible = (memberId: string, isInvisible: boolean) =>
  world.owner
    .insertInto("memberSetting")
    .values({ memberId, isInvisible, updatedAt: new Date() })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet({ isInvisible }))
    .execute();

const come = (visitor: OtherMember, visitedMember: OtherMember, hoursAgo: number) => {
  const at = new Date(Date.now() - hoursAgo * HOUR_MS);
  return addVisit(world.owner, { visitorId: visitor.id, visitedId: visitedMember.id, at }, lastVisitBefore(at));
};

test("[T68] reading a profile leaves no visit: that takes a separate call", async () => {
  const { baby, daddy } = await makePair();
  expect((await daddy.browser.api.profiles.read({ params: { id: baby.id } })).status).toBe(200);
  expect(await listTraces(daddy, baby)).toEqual(NONE);
  expect(events.publishedTo(baby)).toEqual([]);
});

describe("a visit", () => {
  test("[M4.11][M3.04] is recorded and notified to its owner, unless it is one's own", async () => {
    const { baby, daddy } = await makePair();
    expect((await look(daddy, baby)).status).toBe(200);
    expect(await listTraces(daddy, baby)).toEqual(ONE);
    expect(events.publishedTo(baby)).toEqual([unread(1)]);
    expect((await look(baby, baby)).status).toBe(404);
    expect(await listTraces(baby, daddy)).toEqual(NONE);
    expect(await world.owner.selectFrom("visit").where("visitorId", "=", baby.id).selectAll().execute()).toEqual([]);
    expect(events.publishedTo(baby)).toEqual([unread(1)]);
    expect(events.publishedTo(daddy)).toEqual([]);
  });

  test("[T24][M4.11][D3.12] by one viewer three times at once is one visit and one notification", async () => {
    const { baby, daddy } = await makePair();
    const visit = () => look(daddy, baby);
    const replies = await race(world.owner, holdWrites("visit", "notification"), [visit, visit, visit]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await listTraces(daddy, baby)).toEqual(ONE);
    expect(events.publishedTo(baby)).toEqual([unread(1)]);
  });

  test("[D3.12] counts again after 24 hours, and moves the visit to its new time", async () => {
    const own = await openWorld();
    const start = own.context.clock.now();
    let passedMs = 0;
    own.context.clock = { now: () => new Date(start.getTime() + passedMs) };
    const [{ id }, baby] = [await makeMember(own.owner, { role: "daddy" }), await makeMember(own.owner)];
    const daddy = { id, browser: await openBrowserOf(own, id, true) };
    const timeOf = async () => {
      const row = await own.owner.selectFrom("visit").select("visitedAt").executeTakeFirstOrThrow();
      return row.visitedAt.getTime() - start.getTime();
    };
    const lookAt = async (ms: number) => {
      passedMs = ms;
      await look(daddy, baby);
      return { ...(await listTraces(daddy, baby, own)), at: await timeOf() };
    };
    expect(await lookAt(0)).toEqual({ visits: 1, notifications: 1, at: 0 });
    expect(await lookAt(DAY_MS - 1)).toEqual({ visits: 1, notifications: 1, at: 0 });
    expect(await lookAt(DAY_MS)).toEqual({ visits: 1, notifications: 2, at: DAY_MS });
    expect(await lookAt(DAY_MS + HOUR_MS)).toEqual({ visits: 1, notifications: 2, at: DAY_MS });
  });

  test("[T24][D3.12] in invisible mode leaves nothing while premium runs; without premium the mode does nothing", async () => {
    const { baby, daddy } = await makePair();
    await setInvisible(daddy.id, true);
    await makePremium(world.db, daddy);
    for (let time = 0; time < 3; time++) expect((await look(daddy, baby)).status).toBe(200);
    expect(await listTraces(daddy, baby)).toEqual(NONE);
    expect(events.publishedTo(baby)).toEqual([]);

    const poor = await makeSignedIn(world, { role: "daddy" });
    await setInvisible(poor.id, true);
    await look(poor, baby);
    expect(await listTraces(poor, baby)).toEqual(ONE);

    const open = await makeSignedIn(world, { role: "daddy" });
    await makePremium(world.db, open);
    await setInvisible(open.id, false);
    await look(open, baby);
    expect(await listTraces(open, baby)).toEqual(ONE);
  });

  test("that is refused (hidden, gone, own side) leaves nothing; of one's own side in a conversation it leaves a visit", async () => {
    const baby = await makeSignedIn(world);
    const hiddenMember = await makeMember(world.owner, { role: "daddy" });
    const goneMember = await makeMember(world.owner, { role: "daddy", deactivatedAt: new Date() });
    const [stranger, friend] = [await makeMember(world.owner), await makeMember(world.owner)];
    await hidePair(world.owner, baby.id, hiddenMember.id);
    await makeConversation(world.owner, friend.id, baby.id);
    for (const unseenMember of [hiddenMember, goneMember, stranger]) {
      expect((await look(baby, unseenMember)).status).toBe(404);
      expect(await listTraces(baby, unseenMember)).toEqual(NONE);
    }
    await look(baby, friend);
    expect(await listTraces(baby, friend)).toEqual(ONE);
  });

  test("[D1.10] by the staff leaves no trace", async () => {
    const admin = await makeSignedIn(world, { role: "admin" });
    const baby = await makeMember(world.owner);
    expect((await look(admin, baby)).status).toBe(404);
    expect(await listTraces(admin, baby)).toEqual(NONE);
    expect(events.publishedTo(baby)).toEqual([]);
  });

  test("[T17] belongs to the caller: no request can name another actor, recipient or type", async () => {
    const { baby, daddy } = await makePair();
    const otherMember = await makeMember(world.owner, { role: "daddy" });
    for (const query of [
      `actorId=${otherMember.id}`,
      `visitorId=${otherMember.id}`,
      `memberId=${otherMember.id}`,
      "type=match",
    ])
      expect((await daddy.browser.raw(`/api/visits/${baby.id}?${query}`, { method: "PUT" })).status).toBe(400);
    expect(await listTraces(otherMember, baby)).toEqual(NONE);
    expect(await listTraces(daddy, baby)).toEqual(NONE);
  });

  test("both ways at once, many times, with favourites and messages between, never ends in a deadlock", async () => {
    const { baby, daddy } = await makePair();
    const { api } = baby.browser;
    const replies = await Promise.all(
      Array.from({ length: fewOrMany(10, 50) }, (_, at) => {
        if (at % 5 === 0) return api.favorites.add({ params: { id: daddy.id } });
        if (at % 5 === 1) return api.messaging.markRead({ params: { memberId: daddy.id }, body: { upTo: 1 } });
        return at % 2 ? look(baby, daddy) : look(daddy, baby);
      }),
    );
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect([await listTraces(baby, daddy), await listTraces(daddy, baby)]).toEqual([ONE, ONE]);
    expect(world.logged.join("\n")).not.toContain("deadlock");
  });
});

describe("the list of visits", () => {
  test.each(["daddy", "mommy"] as const)(
    "[D3.13][D3.61][T60] shows a %s without premium only how many came",
    async (role) => {
      const payer = await makeSignedIn(world, { role });
      const babies = await Promise.all([1, 2].map(() => makeMember(world.owner)));
      for (const [at, baby] of babies.entries()) await come(baby, payer, 30 - at);
      expect(await list(payer)).toEqual({ total: 2, visitors: null, next: null });
      await makePremium(world.db, payer);
      expect((await list(payer)).visitors?.map(({ profile }) => profile.id)).toEqual(
        babies.map(({ id }) => id).reverse(),
      );
    },
  );

  test("[D3.13] shows a baby, who cannot buy premium, who came and when last, the latest first", async () => {
    const baby = await makeSignedIn(world);
    const daddies = await Promise.all([1, 2, 3].map(() => makeMember(world.owner, { role: "daddy" })));
    for (const [at, daddy] of daddies.entries()) expect(await come(daddy, baby, 30 - at)).toBe(true);
    const { total, visitors, next } = await list(baby);
    expect([total, next]).toEqual([3, null]);
    expect(visitors?.map(({ profile }) => profile.id)).toEqual(daddies.map(({ id }) => id).reverse());
    expect(Object.keys(visitors?.[0] ?? {}).sort()).toEqual(["day", "profile"]);
    expect(JSON.stringify(visitors)).not.toMatch(/lastActive|leftAt|createdAt|email|exemplo/);
    expect(visitors?.[0]?.day).toBe(dayInBrazil(new Date(Date.now() - 28 * HOUR_MS)));
  });

  test("pages through all visitors, each once", async () => {
    const baby = await makeSignedIn(world);
    const daddies = await Promise.all(Array.from({ length: 30 }, () => makeMember(world.owner, { role: "daddy" })));
    const at = new Date(Date.now() - HOUR_MS);
    for (const { id } of daddies)
      await addVisit(world.owner, { visitorId: id, visitedId: baby.id, at }, lastVisitBefore(at));
    const first = await list(baby);
    const second = await list(baby, first.next ?? "");
    expect([first.visitors?.length, second.visitors?.length, second.next]).toEqual([24, 6, null]);
    const seenIds = [...(first.visitors ?? []), ...(second.visitors ?? [])].map(({ profile }) => profile.id);
    expect(new Set(seenIds)).toEqual(new Set(daddies.map(({ id }) => id)));
  });

  test("[T23] leaves out inactive and hidden visitors and visits of more than 12 months ago, in the number too", async () => {
    const baby = await makeSignedIn(world);
    const [here, goneMember, hiddenMember, old] = await Promise.all(
      [1, 2, 3, 4].map(() => makeMember(world.owner, { role: "daddy" })),
    );
    if (!here || !goneMember || !hiddenMember || !old) throw new Error("nobody");
    for (const daddy of [here, goneMember, hiddenMember]) await come(daddy, baby, 2);
    await come(old, baby, 367 * 24);
    await hidePair(world.owner, baby.id, hiddenMember.id);
    await world.owner
      .updateTable("profile")
      .set({ deactivatedAt: new Date() })
      .where("memberId", "=", goneMember.id)
      .execute();
    const seenVisits = await list(baby);
    expect([seenVisits.total, seenVisits.visitors?.map(({ profile }) => profile.id)]).toEqual([1, [here.id]]);
  });

  test("of the staff is empty", async () => {
    const admin = await makeSignedIn(world, { role: "admin" });
    expect(await list(admin)).toEqual({ total: 0, visitors: null, next: null });
  });
});

test("[D5.12] the sweeper removes visits of more than 12 months ago and no others", async () => {
  const [baby, now] = [await makeMember(world.owner), world.context.clock.now()];
  const oldest = oldestVisit(now).getTime();
  const daddies = await Promise.all([-DAY_MS, -1, HOUR_MS].map(() => makeMember(world.owner, { role: "daddy" })));
  for (const [at, distance] of [-DAY_MS, -1, HOUR_MS].entries()) {
    const moment = new Date(oldest + distance);
    await addVisit(world.owner, { visitorId: daddies[at]?.id ?? "", visitedId: baby.id, at: moment }, new Date(0));
  }
  expect(await sweepVisits(world.context)).toBeGreaterThanOrEqual(2);
  const leftVisits = await world.owner
    .selectFrom("visit")
    .where("visitedId", "=", baby.id)
    .select("visitorId")
    .execute();
  expect(leftVisits.map(({ visitorId }) => visitorId)).toEqual([daddies[2]?.id]);
  expect(await sweepVisits(world.context)).toBe(0);
});
