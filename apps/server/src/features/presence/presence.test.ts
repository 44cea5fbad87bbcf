import { beforeEach, describe, expect, test, vi } from "vitest";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { countLockWaits } from "../../testing/lock-waits.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const makeDaddy = () => makeSignedIn(world, { role: "daddy" });
const pulse = async ({ browser }: Person) => expect((await browser.api.presence.pulse()).status).toBe(200);
const ask = async ({ browser }: Person, ...ids: string[]) => {
  const { status, body } = await browser.api.presence.list({ query: { ids } });
  expect(status).toBe(200);
  return body.presences;
};
const see = async (viewer: Person, { id }: Person) => (await ask(viewer, id)).find((one) => one.id === id)?.presence;
const findRow = ({ id }: Person) =>
  world.owner.selectFrom("presence").where("memberId", "=", id).selectAll().executeTakeFirst();

/** Until the hub has no connection of anybody. */
const allGone = () => vi.waitFor(() => expect(world.live.count()).toBe(0), { interval: 5 });
/** The grace after a last connection, and the hub's look at who stayed away. */
const passGrace = async (ms = 10_000) => {
  world.pass(ms);
  await world.live.sweep();
};

// Noon in São Paulo of a new day: no test crosses a midnight that it does not mean to.
beforeEach(() => {
  const now = world.context.clock.now().getTime();
  world.pass(DAY + (15 * 60 * MINUTE - (now % DAY)));
});
/** A session outlives a day only when it is remembered. */
async function makeRemembered(role: "baby" | "daddy" = "baby"): Promise<Person> {
  const person = await makeSignedIn(world, { role });
  return { ...person, browser: await openBrowserOf(world, person.id, true) };
}

describe("a sign of life", () => {
  test("[M4.15][M4.16][M4.17] makes online for 5 minutes, then recently online until midnight, then offline", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeRemembered("daddy")];
    expect(await see(dan, ana)).toBe("offline");
    await pulse(ana);
    expect(await see(dan, ana)).toBe("online");
    world.pass(5 * MINUTE - 10_000);
    expect(await see(dan, ana)).toBe("online");
    world.pass(11_000);
    expect(await see(dan, ana)).toBe("recent");
    world.pass(12 * 60 * MINUTE);
    expect(await see(dan, ana)).toBe("offline");
  });

  test("of many at once, some of them the same member's, are all noted", async () => {
    const people = await Promise.all([makeDaddy(), makeSignedIn(world), makeSignedIn(world), makeSignedIn(world)]);
    await Promise.all(people.flatMap((one) => [pulse(one), pulse(one), pulse(one)]));
    for (const one of people) expect(await findRow(one)).toMatchObject({ leftAt: null, isHidden: false });
  });

  test("[T58] has a limit", async () => {
    const ana = await makeSignedIn(world);
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await ana.browser.api.presence.pulse()).status);
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });

  test("[D1.05] of an admin is stored nowhere", async () => {
    const admin = await makeSignedIn(world, { role: "admin" });
    await pulse(admin);
    expect(await findRow(admin)).toBeUndefined();
  });

  test("[D3.15] does not show a member who hides", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    await pulse(ana);
    await world.db.updateTable("presence").set({ isHidden: true }).where("memberId", "=", ana.id).execute();
    await pulse(ana);
    expect(await see(dan, ana)).toBe("offline");
    expect(await findRow(ana)).toMatchObject({ isHidden: true });
  });
});

describe("the last connection", () => {
  test("[D3.14] when it closes a member goes offline after the grace, not before", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const live = await openLiveSocket(ana.browser);
    await pulse(ana);
    world.pass(1_000);
    live.socket.close();
    await allGone();
    await passGrace(9_000);
    expect(await see(dan, ana)).toBe("online");
    await passGrace(1_000);
    expect(await see(dan, ana)).toBe("recent");
  });

  test("[D3.14] that comes back within the grace, as at a reload, was never gone", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const before = await openLiveSocket(ana.browser);
    await pulse(ana);
    before.socket.close();
    await allGone();
    world.pass(9_000);
    const after = await openLiveSocket(ana.browser);
    await passGrace();
    expect(await see(dan, ana)).toBe("online");
    after.socket.close();
    await allGone();
  });

  test("[D3.14] is only the last when no other tab or device has one", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const tab = await openLiveSocket(ana.browser);
    const phone = await openLiveSocket(await openBrowserOf(world, ana.id));
    await pulse(ana);
    tab.socket.close();
    await vi.waitFor(() => expect(world.live.count()).toBe(1), { interval: 5 });
    await passGrace(20_000);
    expect(await see(dan, ana)).toBe("online");
    phone.socket.close();
    await allGone();
    await passGrace();
    expect(await see(dan, ana)).toBe("recent");
  });

  test("[M4.15] a member who connects again is back, for as long as the last activity is fresh", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const before = await openLiveSocket(ana.browser);
    await pulse(ana);
    before.socket.close();
    await allGone();
    await passGrace();
    expect(await see(dan, ana)).toBe("recent");
    const after = await openLiveSocket(ana.browser);
    await vi.waitFor(async () => expect(await see(dan, ana)).toBe("online"));
    world.pass(5 * MINUTE);
    expect(await see(dan, ana)).toBe("recent");
    after.socket.close();
    await allGone();
  });

  test("[D3.14] does not count against a sign of life that came after it", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const live = await openLiveSocket(ana.browser);
    live.socket.close();
    await allGone();
    world.pass(5_000);
    await pulse(ana);
    await passGrace();
    expect(await see(dan, ana)).toBe("online");
  });

  test("[D3.14] that comes back just while the departure is being noted has not left", async () => {
    const ana = await makeSignedIn(world);
    const before = await openLiveSocket(ana.browser);
    await pulse(ana);
    before.socket.close();
    await allGone();
    world.pass(10_000);
    const { sweeping, after } = await world.owner.transaction().execute(async (trx) => {
      await trx.selectFrom("presence").where("memberId", "=", ana.id).select("memberId").forUpdate().execute();
      const sweeping = world.live.sweep();
      await vi.waitFor(async () => expect(await countLockWaits(world.owner)).toBe(1), { interval: 5 });
      return { sweeping, after: await openLiveSocket(ana.browser) };
    });
    await sweeping;
    expect(await findRow(ana)).toMatchObject({ leftAt: null });
    after.socket.close();
    await allGone();
  });

  test("of a member without any sign of life leaves nothing behind", async () => {
    const ana = await makeSignedIn(world);
    const live = await openLiveSocket(ana.browser);
    live.socket.close();
    await allGone();
    await passGrace();
    expect(await findRow(ana)).toBeUndefined();
  });
});

describe("asking for presence", () => {
  test("[T60] answers a state and never a time, whatever is known", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    await pulse(ana);
    const reply = await dan.browser.raw(`/api/presence?ids=${ana.id}`);
    expect(await reply.json()).toEqual({ presences: [{ id: ana.id, presence: "online" }] });
  });

  test("[T21] tells nothing of members whom the caller may not see, as if they were not there", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const ownSide = await makeSignedIn(world);
    const admin = await makeSignedIn(world, { role: "admin" });
    const [gone, suspended, blocked] = [await makeDaddy(), await makeDaddy(), await makeDaddy()];
    for (const one of [dan, ownSide, gone, suspended, blocked]) await pulse(one);
    const change = (one: Person, facts: object) =>
      world.db.updateTable("profile").set(facts).where("memberId", "=", one.id).execute();
    await change(gone, { deactivatedAt: new Date() });
    await change(suspended, { suspendedAt: new Date() });
    await hidePair(world.db, ana.id, blocked.id);

    const nobody = "0192f000-0000-7000-8000-000000000001";
    const ids = [dan, ownSide, admin, gone, suspended, blocked, ana].map(({ id }) => id);
    expect(await ask(ana, ...ids, nobody)).toEqual([{ id: dan.id, presence: "online" }]);
    expect(await ask(blocked, ana.id)).toEqual([]);
  });

  test("[T21] shows one of the own side where a conversation exists", async () => {
    const [ana, bia] = [await makeSignedIn(world), await makeSignedIn(world)];
    await pulse(bia);
    await makeConversation(world.db, bia.id, ana.id);
    expect(await see(ana, bia)).toBe("online");
    expect(await see(bia, ana)).toBe("offline");
  });

  test("[D1.05] tells staff nothing", async () => {
    const [admin, ana] = [await makeSignedIn(world, { role: "admin" }), await makeSignedIn(world)];
    await pulse(ana);
    expect(await ask(admin, ana.id)).toEqual([]);
  });

  test("takes the same id twice, in capitals too, for one", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    expect(await ask(dan, ana.id, ana.id.toUpperCase())).toEqual([{ id: ana.id, presence: "offline" }]);
  });

  test.each(["", ",", "1", Array(61).fill("0192f000-0000-7000-8000-000000000001").join(",")])(
    "refuses %j",
    async (ids) => {
      const { browser } = await makeDaddy();
      const reply = await browser.raw(`/api/presence?ids=${ids}`);
      expect([reply.status, (await readFailure(reply)).code]).toEqual([400, "VALIDATION_ERROR"]);
    },
  );
});
