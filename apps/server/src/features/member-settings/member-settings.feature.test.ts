import type { Settings } from "@caramelo/contract/member-settings/calls";
import { describe, expect, test } from "vitest";
import { grant } from "../../testing/entitlements.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { DEFAULTS } from "./rules.ts";

const world = await openWorld();
const DAY = 86_400_000;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const read = async ({ browser }: Person) => (await browser.api.memberSettings.read()).body;
const change = ({ browser }: Person, body: Partial<Settings>) => browser.api.memberSettings.change({ body });

/** Another value than the default for every setting. */
const OTHERS: Settings = {
  hasPopUps: false,
  hasSound: false,
  mailMessages: "each",
  mailFavorites: "daily",
  mailVisits: "daily",
  hasPushMessages: false,
  hasPushActivity: false,
  hasNamesOutside: true,
  isPresenceHidden: true,
  isInvisible: true,
  offersAvailability: true,
  hasDiscreetTitles: true,
};
const START: Settings = { ...DEFAULTS, isPresenceHidden: false };

describe("settings", () => {
  test("are the defaults before any change, which are also those of the database", async () => {
    const ana = await makeSignedIn(world);
    expect(await read(ana)).toEqual(START);
    expect((await change(ana, {})).body).toEqual(START);
    const row = await world.db.selectFrom("memberSetting").where("memberId", "=", ana.id).selectAll().execute();
    expect(row).toMatchObject([DEFAULTS]);
  });

  test.each(Object.entries(OTHERS))("store %s = %j and leave the others as they were", async (name, value) => {
    const ana = await makeSignedIn(world);
    await grant(world.owner, ana, { premiumUntil: new Date(Date.now() + DAY) });
    const { status, body } = await change(ana, { [name]: value });
    expect([status, body]).toEqual([200, { ...START, [name]: value }]);
    expect(await read(ana)).toEqual({ ...START, [name]: value });
    expect((await change(ana, START)).body).toEqual(START);
  });

  test("that two devices change at the same time are all stored", async () => {
    const ana = await makeSignedIn(world);
    await grant(world.owner, ana, { premiumUntil: new Date(Date.now() + DAY) });
    const names = Object.entries(OTHERS);
    const halves = [names.slice(0, 5), names.slice(5)].map((half) => () => change(ana, Object.fromEntries(half)));
    const replies = await race(world.owner, holdWrites("memberSetting"), halves);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read(ana)).toEqual(OTHERS);
  });

  test("are published to the member's other devices, and the session has them", async () => {
    const ana = await makeSignedIn(world);
    const live = await openLiveSocket(ana.browser);
    await change(ana, { hasSound: false, hasDiscreetTitles: true });
    expect(await live.waitFor("changed")).toEqual([{ event: "changed", what: "self" }]);
    const { user } = (await ana.browser.api.accounts.session()).body;
    expect(user?.preferences).toEqual({ hasPopUps: true, hasSound: false, hasDiscreetTitles: true });
  });

  test("[T18] are the caller's own: no call can name another member's", async () => {
    const [ana, eva] = [await makeSignedIn(world), await makeSignedIn(world)];
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ memberId: ana.id, hasSound: false });
    const reply = await eva.browser.raw("/api/settings", { method: "PUT", headers, body });
    expect([reply.status, (await readFailure(reply)).code]).toEqual([400, "VALIDATION_ERROR"]);
    await change(eva, { hasSound: false });
    expect(await read(ana)).toEqual(START);
  });

  test.each([{ mailVisits: "hourly" }, { hasSound: "yes" }, { hasSound: null }, { isPremium: true }, []])(
    "refuse %j",
    async (body) => {
      const ana = await makeSignedIn(world);
      const headers = { "content-type": "application/json" };
      const reply = await ana.browser.raw("/api/settings", { method: "PUT", headers, body: JSON.stringify(body) });
      expect([reply.status, (await readFailure(reply)).code]).toEqual([400, "VALIDATION_ERROR"]);
    },
  );

  test("[D3.18] offer to appear as available only to members who asked for it", async () => {
    const ana = await makeSignedIn(world);
    expect((await read(ana)).offersAvailability).toBe(false);
    expect((await change(ana, { offersAvailability: true })).body.offersAvailability).toBe(true);
  });
});

describe("the invisible mode", () => {
  test("can be switched on by premium members only, and a refused change stores nothing", async () => {
    const ana = await makeSignedIn(world, { role: "daddy" });
    const { status, failure } = await change(ana, { isInvisible: true, hasSound: false, isPresenceHidden: true });
    expect([status, failure.code]).toEqual([403, "PREMIUM_ONLY"]);
    expect(await read(ana)).toEqual(START);
  });

  test.each([
    ["premium", { premiumUntil: new Date(Date.now() + DAY) }],
    ["a courtesy", { hasCourtesyPremium: true }],
  ])("is on with %s", async (_, benefit) => {
    const ana = await makeSignedIn(world);
    await grant(world.owner, ana, benefit);
    expect((await change(ana, { isInvisible: true })).body.isInvisible).toBe(true);
  });

  test("can always be switched off, and not on again once premium has ended", async () => {
    const ana = await makeSignedIn(world);
    await grant(world.owner, ana, { premiumUntil: new Date(Date.now() + 3_600_000) });
    await change(ana, { isInvisible: true });
    world.pass(2 * 3_600_000);
    expect((await change(ana, { isInvisible: false })).body.isInvisible).toBe(false);
    expect((await change(ana, { isInvisible: true })).failure.code).toBe("PREMIUM_ONLY");
  });
});

describe("a hidden presence", () => {
  /** No other member of these tests lives there, so one page shows all who do. */
  const AFAR = 1_100_015;

  /** The presence of a baby wherever a daddy sees it. */
  async function seeAll(dan: Person, { id }: Person): Promise<unknown[]> {
    const { api } = dan.browser;
    const page = await api.discovery.list({ query: { seed: 1, cityId: AFAR, distanceKm: 5 } });
    const list = await api.messaging.conversations();
    const foundCard = page.body.profiles.find((card) => card.id === id);
    const row = list.body.conversations.find(({ peer }) => peer.id === id);
    return [
      foundCard?.presence,
      (await api.profiles.read({ params: { id } })).body.presence,
      (await api.messaging.chat({ params: { memberId: id } })).body.peer.presence,
      row?.peer.presence,
      (await api.presence.list({ query: { ids: [id] } })).body.presences[0]?.presence,
    ];
  }

  test("[D3.15][T60] looks offline wherever members are shown, until it is shown again", async () => {
    const ana = await makeSignedIn(world, { cityId: AFAR });
    const dan = await makeSignedIn(world, { role: "daddy" });
    await makeConversation(world.db, ana.id, dan.id);
    await ana.browser.api.presence.ping();
    expect(await seeAll(dan, ana)).toEqual(Array(5).fill("online"));
    await change(ana, { isPresenceHidden: true });
    await ana.browser.api.presence.ping();
    expect(await seeAll(dan, ana)).toEqual(Array(5).fill("offline"));
    await change(ana, { isPresenceHidden: false });
    expect(await seeAll(dan, ana)).toEqual(Array(5).fill("online"));
  });

  test("[D3.15] of a member who never sent a ping does not make them look as if they had", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    const see = async () => (await dan.browser.api.presence.list({ query: { ids: [ana.id] } })).body.presences;
    for (const isPresenceHidden of [true, false]) {
      expect((await change(ana, { isPresenceHidden })).body.isPresenceHidden).toBe(isPresenceHidden);
      expect(await see()).toEqual([{ id: ana.id, presence: "offline" }]);
    }
    await ana.browser.api.presence.ping();
    world.pass(30_000);
    expect(await see()).toEqual([{ id: ana.id, presence: "online" }]);
  });

  test("[D1.05] is not stored for staff, who have none", async () => {
    const admin = await makeSignedIn(world, { role: "admin" });
    expect((await change(admin, { isPresenceHidden: true })).body.isPresenceHidden).toBe(false);
    const rows = await world.db.selectFrom("presence").where("memberId", "=", admin.id).select("memberId").execute();
    expect(rows).toEqual([]);
  });
});
