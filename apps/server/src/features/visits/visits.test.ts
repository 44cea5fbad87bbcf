import { describe, expect, test, vi } from "vitest";
import { makePremium } from "../../testing/entitlements.ts";
import { listenToNews, waiting } from "../../testing/news.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { sweepVisits } from "./jobs.ts";
import { addVisit } from "./queries.ts";
import { lastVisitBefore, oldestVisit } from "./rules.ts";

const world = await openWorld();
const news = listenToNews(world);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
type Other = { id: string };
const look = ({ browser }: Pick<Person, "browser">, { id }: Other) => browser.api.profiles.read({ params: { id } });
const list = async ({ browser }: Person, before?: string) =>
  (await browser.api.visits.list({ query: before === undefined ? {} : { before } })).body;
const makePair = async () => ({ baby: await makeSignedIn(world), daddy: await makeSignedIn(world, { role: "daddy" }) });

/** Visits and news of visits that one member left with another. */
async function listTraces(visitor: Other, visited: Other, { owner }: Pick<World, "owner"> = world) {
  const visits = await owner
    .selectFrom("visit")
    .where("visitorId", "=", visitor.id)
    .where("visitedId", "=", visited.id)
    .select("visitedAt")
    .execute();
  const notes = await owner
    .selectFrom("notification")
    .where("actorId", "=", visitor.id)
    .where("memberId", "=", visited.id)
    .where("type", "=", "profile_view")
    .select("id")
    .execute();
  return { visits: visits.length, notes: notes.length };
}
const NONE = { visits: 0, notes: 0 };
const ONE = { visits: 1, notes: 1 };

const setInvisible = (memberId: string, isInvisible: boolean) =>
  world.owner
    .insertInto("memberSetting")
    .values({ memberId, isInvisible, updatedAt: new Date() })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet({ isInvisible }))
    .execute();

/** Somebody came so many hours ago. */
const come = (visitor: Other, visited: Other, hoursAgo: number) => {
  const at = new Date(Date.now() - hoursAgo * HOUR_MS);
  return addVisit(world.owner, { visitorId: visitor.id, visitedId: visited.id, at }, lastVisitBefore(at));
};

describe("a view of a profile", () => {
  test("[M4.11][M3.04] is noted and told to its owner, and to nobody on one's own", async () => {
    const { baby, daddy } = await makePair();
    expect((await look(daddy, baby)).status).toBe(200);
    expect(await listTraces(daddy, baby)).toEqual(ONE);
    expect(news.toldTo(baby)).toEqual([waiting(1)]);
    expect((await look(baby, baby)).status).toBe(200);
    expect(await listTraces(baby, daddy)).toEqual(NONE);
    expect(await world.owner.selectFrom("visit").where("visitorId", "=", baby.id).selectAll().execute()).toEqual([]);
    expect(news.toldTo(baby)).toEqual([waiting(1)]);
    expect(news.toldTo(daddy)).toEqual([]);
  });

  test("[T24][M4.11][D3.12] by one viewer fifty times at once is one visit and one notification", async () => {
    const { baby, daddy } = await makePair();
    const replies = await Promise.all(Array.from({ length: 50 }, () => look(daddy, baby)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await listTraces(daddy, baby)).toEqual(ONE);
    expect(news.toldTo(baby)).toEqual([waiting(1)]);
  });

  test("[D3.12] counts again after 24 hours, and moves the visit to its new time", async () => {
    const own = await openWorld();
    const start = own.context.clock.now();
    let passed = 0;
    own.context.clock = { now: () => new Date(start.getTime() + passed) };
    const [{ id }, baby] = [await makeMember(own.owner, { role: "daddy" }), await makeMember(own.owner)];
    const daddy = { id, browser: await openBrowserOf(own, id, true) };
    const timeOf = async () => {
      const row = await own.owner.selectFrom("visit").select("visitedAt").executeTakeFirstOrThrow();
      return row.visitedAt.getTime() - start.getTime();
    };
    const lookAt = async (ms: number) => {
      passed = ms;
      await look(daddy, baby);
      return { ...(await listTraces(daddy, baby, own)), at: await timeOf() };
    };
    expect(await lookAt(0)).toEqual({ visits: 1, notes: 1, at: 0 });
    expect(await lookAt(DAY_MS - 1)).toEqual({ visits: 1, notes: 1, at: 0 });
    expect(await lookAt(DAY_MS)).toEqual({ visits: 1, notes: 2, at: DAY_MS });
    expect(await lookAt(DAY_MS + HOUR_MS)).toEqual({ visits: 1, notes: 2, at: DAY_MS });
  });

  test("[T24][D3.12] in invisible mode leaves nothing while premium lasts; without premium the switch does nothing", async () => {
    const { baby, daddy } = await makePair();
    await setInvisible(daddy.id, true);
    await makePremium(world.db, daddy.id);
    for (let time = 0; time < 3; time++) expect((await look(daddy, baby)).status).toBe(200);
    expect(await listTraces(daddy, baby)).toEqual(NONE);
    expect(news.toldTo(baby)).toEqual([]);

    const poor = await makeSignedIn(world, { role: "daddy" });
    await setInvisible(poor.id, true);
    await look(poor, baby);
    expect(await listTraces(poor, baby)).toEqual(ONE);

    const open = await makeSignedIn(world, { role: "daddy" });
    await makePremium(world.db, open.id);
    await setInvisible(open.id, false);
    await look(open, baby);
    expect(await listTraces(open, baby)).toEqual(ONE);
  });

  test("that finds nothing leaves nothing: hidden, gone, own side; one's own side in a conversation does", async () => {
    const baby = await makeSignedIn(world);
    const hidden = await makeMember(world.owner, { role: "daddy" });
    const gone = await makeMember(world.owner, { role: "daddy", deactivatedAt: new Date() });
    const [stranger, friend] = [await makeMember(world.owner), await makeMember(world.owner)];
    await hidePair(world.owner, baby.id, hidden.id);
    await makeConversation(world.owner, friend.id, baby.id);
    for (const other of [hidden, gone, stranger]) {
      expect((await look(baby, other)).status).toBe(404);
      expect(await listTraces(baby, other)).toEqual(NONE);
    }
    await look(baby, friend);
    expect(await listTraces(baby, friend)).toEqual(ONE);
  });

  test("[D1.10] by the team leaves no trace", async () => {
    const admin = await makeSignedIn(world, { role: "admin" });
    const baby = await makeMember(world.owner);
    expect((await look(admin, baby)).status).toBe(200);
    expect(await listTraces(admin, baby)).toEqual(NONE);
    expect(news.toldTo(baby)).toEqual([]);
  });

  test("is answered when its note fails, which is logged, and half a note is none", async () => {
    const { baby, daddy } = await makePair();
    const { db } = world.context;
    const { transaction } = db;
    vi.spyOn(db, "transaction").mockImplementation(() => {
      throw new Error("no connection");
    });
    const reply = await look(daddy, baby);
    vi.restoreAllMocks();
    expect(db.transaction).toBe(transaction);
    expect([reply.status, reply.body.id]).toEqual([200, baby.id]);
    expect(world.logged.join("\n")).toContain("a visit was not noted");
    expect(await listTraces(daddy, baby)).toEqual(NONE);
    await look(daddy, baby);
    expect(await listTraces(daddy, baby)).toEqual(ONE);
  });

  test("[T17] is of whoever looks: no other actor, recipient or type can be named", async () => {
    const { baby, daddy } = await makePair();
    const other = await makeMember(world.owner, { role: "daddy" });
    for (const query of [`actorId=${other.id}`, `visitorId=${other.id}`, `memberId=${other.id}`, "type=match"])
      expect((await daddy.browser.raw(`/api/profiles/${baby.id}?${query}`)).status).toBe(400);
    expect(await listTraces(other, baby)).toEqual(NONE);
    expect(await listTraces(daddy, baby)).toEqual(NONE);
  });

  test("both ways at once, fifty times, with favourites and messages between, waits for nobody for ever", async () => {
    const { baby, daddy } = await makePair();
    const { api } = baby.browser;
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
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
  test("[D3.13][T60] tells premium members who came and when last, the latest first; others how many", async () => {
    const baby = await makeSignedIn(world);
    const daddies = await Promise.all([1, 2, 3].map(() => makeMember(world.owner, { role: "daddy" })));
    for (const [at, daddy] of daddies.entries()) expect(await come(daddy, baby, 30 - at)).toBe(true);
    expect(await list(baby)).toEqual({ total: 3, visitors: null, next: null });
    await makePremium(world.db, baby.id);
    const { total, visitors, next } = await list(baby);
    expect([total, next]).toEqual([3, null]);
    expect(visitors?.map(({ profile }) => profile.id)).toEqual(daddies.map(({ id }) => id).reverse());
    expect(Object.keys(visitors?.[0] ?? {}).sort()).toEqual(["at", "profile"]);
    expect(JSON.stringify(visitors)).not.toMatch(/lastActive|leftAt|createdAt|email|exemplo/);
    expect(new Date(visitors?.[0]?.at ?? 0).getTime()).toBeCloseTo(Date.now() - 28 * HOUR_MS, -5);
  });

  test("pages through all who came, each once", async () => {
    const baby = await makeSignedIn(world);
    await makePremium(world.db, baby.id);
    const daddies = await Promise.all(Array.from({ length: 30 }, () => makeMember(world.owner, { role: "daddy" })));
    const at = new Date(Date.now() - HOUR_MS);
    for (const { id } of daddies)
      await addVisit(world.owner, { visitorId: id, visitedId: baby.id, at }, lastVisitBefore(at));
    const first = await list(baby);
    const second = await list(baby, first.next ?? "");
    expect([first.visitors?.length, second.visitors?.length, second.next]).toEqual([24, 6, null]);
    const seen = [...(first.visitors ?? []), ...(second.visitors ?? [])].map(({ profile }) => profile.id);
    expect(new Set(seen)).toEqual(new Set(daddies.map(({ id }) => id)));
  });

  test("[T23] leaves out who is gone or hidden, and visits of more than 12 months ago, from the number too", async () => {
    const baby = await makeSignedIn(world);
    await makePremium(world.db, baby.id);
    const [here, gone, hidden, old] = await Promise.all(
      [1, 2, 3, 4].map(() => makeMember(world.owner, { role: "daddy" })),
    );
    if (!here || !gone || !hidden || !old) throw new Error("nobody");
    for (const daddy of [here, gone, hidden]) await come(daddy, baby, 2);
    await come(old, baby, 367 * 24);
    await hidePair(world.owner, baby.id, hidden.id);
    await world.owner
      .updateTable("profile")
      .set({ deactivatedAt: new Date() })
      .where("memberId", "=", gone.id)
      .execute();
    const seen = await list(baby);
    expect([seen.total, seen.visitors?.map(({ profile }) => profile.id)]).toEqual([1, [here.id]]);
  });

  test("of the team is empty", async () => {
    const admin = await makeSignedIn(world, { role: "admin" });
    expect(await list(admin)).toEqual({ total: 0, visitors: null, next: null });
  });
});

test("visits of more than 12 months ago are swept, and no other", async () => {
  const [baby, now] = [await makeMember(world.owner), world.context.clock.now()];
  const oldest = oldestVisit(now).getTime();
  const daddies = await Promise.all([-DAY_MS, -1, HOUR_MS].map(() => makeMember(world.owner, { role: "daddy" })));
  for (const [at, distance] of [-DAY_MS, -1, HOUR_MS].entries()) {
    const moment = new Date(oldest + distance);
    await addVisit(world.owner, { visitorId: daddies[at]?.id ?? "", visitedId: baby.id, at: moment }, new Date(0));
  }
  expect(await sweepVisits(world.context)).toBeGreaterThanOrEqual(2);
  const left = await world.owner.selectFrom("visit").where("visitedId", "=", baby.id).select("visitorId").execute();
  expect(left.map(({ visitorId }) => visitorId)).toEqual([daddies[2]?.id]);
  expect(await sweepVisits(world.context)).toBe(0);
});
