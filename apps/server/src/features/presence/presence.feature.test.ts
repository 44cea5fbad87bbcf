import { beforeEach, describe, expect, test, vi } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeMember } from "../../testing/people.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { addDepartures, addPings, listPresences, removeDepartures } from "./queries.ts";
import { presenceFor, presenceOf, startOfHalfMinute } from "./rules.ts";

const world = await openWorld();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const makeDaddy = () => makeSignedIn(world, { role: "daddy" });
const ping = async ({ browser }: Person) => expect((await browser.api.presence.ping()).status).toBe(200);
const ask = async ({ browser }: Person, ...ids: string[]) => {
  const { status, body } = await browser.api.presence.list({ query: { ids } });
  expect(status).toBe(200);
  return body.presences;
};
/** Stores a message of the member to the viewer, who then sees the member's exact presence. */
const meet = ({ id }: Person, viewer: Person) => makeConversation(world.owner, id, viewer.id);
const see = async (viewer: Person, { id }: Person) =>
  (await ask(viewer, id)).find((presence) => presence.id === id)?.presence;
const findRow = ({ id }: Person) =>
  world.owner.selectFrom("presence").where("memberId", "=", id).selectAll().executeTakeFirst();

const allGone = () => vi.waitFor(() => expect(world.live.count()).toBe(0), PATIENT);
/** Passes the grace after a last connection and lets the hub record who did not come back. */
const passGrace = async (ms = 10_000) => {
  world.pass(ms);
  await world.live.sweep();
};

// Noon in São Paulo of a new day, so that no test crosses midnight unless it says so.
beforeEach(() => {
  const now = world.context.clock.now().getTime();
  world.pass(DAY + (15 * 60 * MINUTE - (now % DAY)));
});
/** Only a remembered session outlives a day. */
async function makeRemembered(role: "baby" | "daddy" = "baby"): Promise<Person> {
  const person = await makeSignedIn(world, { role });
  return { ...person, browser: await openBrowserOf(world, person.id, true) };
}

describe("a ping", () => {
  test("[M4.15][M4.16][M4.17] makes a member online for 5 minutes, then recently online until midnight, then offline", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeRemembered("daddy")];
    await meet(ana, dan);
    expect(await see(dan, ana)).toBe("offline");
    await ping(ana);
    expect(await see(dan, ana)).toBe("online");
    world.pass(5 * MINUTE - 10_000);
    expect(await see(dan, ana)).toBe("online");
    world.pass(11_000);
    expect(await see(dan, ana)).toBe("recent");
    world.pass(12 * 60 * MINUTE);
    expect(await see(dan, ana)).toBe("offline");
  });

  test("is recorded for each of many members at once, some of whom send several", async () => {
    const people = await Promise.all([makeDaddy(), makeSignedIn(world), makeSignedIn(world), makeSignedIn(world)]);
    await Promise.all(people.flatMap((person) => [ping(person), ping(person), ping(person)]));
    for (const member of people) expect(await findRow(member)).toMatchObject({ leftAt: null, isHidden: false });
  });

  test("[T58] has a limit", async () => {
    const ana = await makeSignedIn(world);
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await ana.browser.api.presence.ping()).status);
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });

  test("[D1.05] of staff is not stored", async () => {
    const admin = await makeSignedIn(world, { role: "admin" });
    await ping(admin);
    expect(await findRow(admin)).toBeUndefined();
  });

  test("[D3.15] does not show a member who hides their presence", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    await meet(ana, dan);
    await ping(ana);
    await world.db.updateTable("presence").set({ isHidden: true }).where("memberId", "=", ana.id).execute();
    await ping(ana);
    expect(await see(dan, ana)).toBe("offline");
    expect(await findRow(ana)).toMatchObject({ isHidden: true });
  });
});

describe("the last connection", () => {
  test("[D3.14] makes a member offline when it has been closed for the grace, not before", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    await meet(ana, dan);
    const live = await openLiveSocket(ana.browser);
    await ping(ana);
    world.pass(1_000);
    live.socket.close();
    await allGone();
    await passGrace(9_000);
    expect(await see(dan, ana)).toBe("online");
    await passGrace(1_000);
    expect(await see(dan, ana)).toBe("recent");
  });

  test("[D3.14] that returns within the grace, as at a reload, leaves the member online", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    await meet(ana, dan);
    const before = await openLiveSocket(ana.browser);
    await ping(ana);
    before.socket.close();
    await allGone();
    world.pass(9_000);
    const after = await openLiveSocket(ana.browser);
    await passGrace();
    expect(await see(dan, ana)).toBe("online");
    after.socket.close();
    await allGone();
  });

  test("[D3.14] is the last only when no other tab or device has one", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    await meet(ana, dan);
    const tab = await openLiveSocket(ana.browser);
    const phone = await openLiveSocket(await openBrowserOf(world, ana.id));
    await ping(ana);
    tab.socket.close();
    await vi.waitFor(() => expect(world.live.count()).toBe(1), PATIENT);
    await passGrace(20_000);
    expect(await see(dan, ana)).toBe("online");
    phone.socket.close();
    await allGone();
    await passGrace();
    expect(await see(dan, ana)).toBe("recent");
  });

  test("[M4.15] that opens again makes the member online for as long as the last ping is fresh", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    await meet(ana, dan);
    const before = await openLiveSocket(ana.browser);
    await ping(ana);
    before.socket.close();
    await allGone();
    await passGrace();
    expect(await see(dan, ana)).toBe("recent");
    const after = await openLiveSocket(ana.browser);
    await vi.waitFor(async () => expect(await see(dan, ana)).toBe("online"), PATIENT);
    world.pass(5 * MINUTE);
    expect(await see(dan, ana)).toBe("recent");
    after.socket.close();
    await allGone();
  });

  test("[D3.14] does not outweigh a ping that came after it closed", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    await meet(ana, dan);
    const live = await openLiveSocket(ana.browser);
    live.socket.close();
    await allGone();
    world.pass(5_000);
    await ping(ana);
    await passGrace();
    expect(await see(dan, ana)).toBe("online");
  });

  test("[D3.14] that returns while the departure is being recorded leaves the member online", async () => {
    const ana = await makeSignedIn(world);
    const before = await openLiveSocket(ana.browser);
    await ping(ana);
    before.socket.close();
    await allGone();
    world.pass(10_000);
    const { sweeping, after } = await world.owner.transaction().execute(async (trx) => {
      await trx.selectFrom("presence").where("memberId", "=", ana.id).select("memberId").forUpdate().execute();
      const sweeping = world.live.sweep();
      await waitForLocks(world.owner, 1);
      return { sweeping, after: await openLiveSocket(ana.browser) };
    });
    await sweeping;
    expect(await findRow(ana)).toMatchObject({ leftAt: null });
    after.socket.close();
    await allGone();
  });

  test("of a member without any ping stores nothing", async () => {
    const ana = await makeSignedIn(world);
    const live = await openLiveSocket(ana.browser);
    live.socket.close();
    await allGone();
    await passGrace();
    expect(await findRow(ana)).toBeUndefined();
  });
});

describe("a member who has not written to the viewer", () => {
  /** Passes the rest of the half minute, and a little more. */
  const passHalfMinute = () => world.pass(30_000 - (world.context.clock.now().getTime() % 30_000) + 1_000);

  test("[T70] comes and goes at the next half minute only, on every surface", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const { api } = dan.browser;
    const readAll = async () => [
      await see(dan, ana),
      (await api.profiles.read({ params: { id: ana.id } })).body.presence,
      (await api.favorites.list()).body.profiles[0]?.presence,
      (await api.messaging.chat({ params: { memberId: ana.id } })).body.peer.presence,
      (await api.messaging.conversations()).body.conversations[0]?.peer.presence,
    ];
    const all = (state: string) => Array(5).fill(state);
    await api.favorites.add({ params: { id: ana.id } });
    // A message of the viewer's own is no reason to show them more.
    await makeConversation(world.owner, dan.id, ana.id);
    passHalfMinute();
    await ping(ana);
    expect(await readAll()).toEqual(all("offline"));
    passHalfMinute();
    expect(await readAll()).toEqual(all("online"));
    await addDepartures(
      world.db,
      [{ memberId: ana.id, closedAt: world.context.clock.now() }],
      world.context.clock.now(),
    );
    expect(await readAll()).toEqual(all("online"));
    passHalfMinute();
    expect(await readAll()).toEqual(all("recent"));
  });

  test("[T70][D3.15] who shows their presence again does so at the next half minute, and hides it at once", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const hide = (isPresenceHidden: boolean) => ana.browser.api.memberSettings.change({ body: { isPresenceHidden } });
    await ping(ana);
    passHalfMinute();
    expect(await see(dan, ana)).toBe("online");
    await hide(true);
    expect(await see(dan, ana)).toBe("offline");
    passHalfMinute();
    await hide(false);
    expect(await see(dan, ana)).toBe("offline");
    passHalfMinute();
    expect(await see(dan, ana)).toBe("online");
  });

  test("[T70] shows a member who asks at any moment no more than the state at the last half minute, whatever happened since", async () => {
    const action = fc.record({
      afterMs: fc.integer({ min: 1, max: 45_000 }),
      does: fc.constantFrom("ping", "depart", "return", "long pause"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 15 }), async (actions) => {
        const [{ id: memberId }, viewer] = [
          await makeMember(world.owner),
          await makeMember(world.owner, { role: "daddy" }),
        ];
        const start = startOfHalfMinute(new Date()).getTime();
        const readAt = async (moment: Date) => {
          const [facts] = await listPresences(world.db, viewer.id, [memberId]);
          return facts && { exact: presenceOf(facts, moment), coarse: presenceFor(facts, moment) };
        };
        let time = start;
        let expectedPresence = (await readAt(new Date(start)))?.exact;
        for (const { afterMs, does } of actions) {
          const until = time + afterMs + (does === "long pause" ? 6 * MINUTE : 0);
          // Nothing happens before `until`, so what is stored now holds at each half minute until then.
          const mark = startOfHalfMinute(new Date(until));
          if (mark.getTime() > time) expectedPresence = (await readAt(mark))?.exact;
          time = until;
          const now = new Date(time);
          if (does === "ping") await addPings(world.db, [{ memberId, at: now }], now);
          if (does === "depart") await addDepartures(world.db, [{ memberId, closedAt: now }], now);
          if (does === "return") await removeDepartures(world.db, [memberId], now);
          expect((await readAt(now))?.coarse).toBe(expectedPresence);
          const last = new Date(mark.getTime() + 29_999);
          expect((await readAt(last))?.coarse).toBe(expectedPresence);
        }
      }),
      runs(150),
    );
  });
});

describe("asking for presence", () => {
  test("[T60] returns a state and never a time", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    await ping(ana);
    world.pass(30_000);
    const reply = await dan.browser.raw(`/api/presence?ids=${ana.id}`);
    expect(await reply.json()).toEqual({ presences: [{ id: ana.id, presence: "online" }] });
  });

  test("[T21] leaves out members whom the caller may not see, as if they did not exist", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const ownSide = await makeSignedIn(world);
    const admin = await makeSignedIn(world, { role: "admin" });
    const [goneMember, suspended, blockedMember] = [await makeDaddy(), await makeDaddy(), await makeDaddy()];
    for (const member of [dan, ownSide, goneMember, suspended, blockedMember]) await ping(member);
    world.pass(30_000);
    const change = (person: Person, facts: object) =>
      world.db.updateTable("profile").set(facts).where("memberId", "=", person.id).execute();
    await change(goneMember, { deactivatedAt: new Date() });
    await change(suspended, { suspendedAt: new Date() });
    await hidePair(world.db, ana.id, blockedMember.id);

    const nobody = "0192f000-0000-7000-8000-000000000001";
    const ids = [dan, ownSide, admin, goneMember, suspended, blockedMember, ana].map(({ id }) => id);
    expect(await ask(ana, ...ids, nobody)).toEqual([{ id: dan.id, presence: "online" }]);
    expect(await ask(blockedMember, ana.id)).toEqual([]);
  });

  test("[T21] shows a member of the caller's own side when a conversation exists", async () => {
    const [ana, bia] = [await makeSignedIn(world), await makeSignedIn(world)];
    await ping(bia);
    await makeConversation(world.db, bia.id, ana.id);
    expect(await see(ana, bia)).toBe("online");
    expect(await see(bia, ana)).toBe("offline");
  });

  test("[D1.05] returns nothing to staff", async () => {
    const [admin, ana] = [await makeSignedIn(world, { role: "admin" }), await makeSignedIn(world)];
    await ping(ana);
    expect(await ask(admin, ana.id)).toEqual([]);
  });

  test("counts an id that comes twice, also in capitals, once", async () => {
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
