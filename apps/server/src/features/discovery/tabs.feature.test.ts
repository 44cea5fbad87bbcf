import { describe, expect, test } from "vitest";
import { refreshTiers } from "../../base/money/commands.ts";
import { countTabs, listIds, listShown, SEED } from "../../testing/discovery-pages.ts";
import { grant } from "../../testing/entitlements.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { lowerTiers } from "../profiles/jobs.ts";

const HOUR = 3_600_000;
const SAO_PAULO = 3_550_308;
const RECIFE = 2_611_606;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

/** A member for whom something was bought or decided, with the tier that follows from it. */
async function makeRanked(
  world: World,
  givenAmounts: Parameters<typeof grant>[2],
  change: Parameters<typeof makeMember>[1] = {},
) {
  const member = await makeMember(world.owner, { role: "daddy", ...change });
  await grant(world.owner, member, givenAmounts);
  await refreshTiers(world.owner, [member.id], world.context.clock.now());
  return member;
}

describe("the tab Em Destaque", () => {
  test("[D3.01][T50] shows premium members, verified ones and those with a highlight, and no others", async () => {
    const world = await openWorld();
    const baby = await makeSignedIn(world);
    const people = {
      premium: await makeRanked(world, { premiumUntil: inHours(1) }),
      courtesy: await makeRanked(world, { hasCourtesyPremium: true }),
      highlighted: await makeRanked(world, { highlightedUntil: inHours(1) }),
      verified: await makeRanked(world, {}, { isVerified: true }),
      ended: await makeRanked(world, { premiumUntil: hoursAgo(1), highlightedUntil: hoursAgo(1) }),
      plain: await makeRanked(world, {}),
    };
    expect(await listShown(baby, people, { tab: "highlighted" })).toEqual([
      "premium",
      "courtesy",
      "highlighted",
      "verified",
    ]);
    expect(await countTabs(baby)).toMatchObject({ all: 6, highlighted: 4 });
  });

  test("[D3.01] leaves out a highlight once it has run out, and keeps a verified member", async () => {
    const world = await openWorld();
    const baby = await makeSignedIn(world);
    const people = {
      plain: await makeRanked(world, { highlightedUntil: inHours(1) }),
      verified: await makeRanked(world, { highlightedUntil: inHours(1) }, { isVerified: true }),
    };
    expect(await listShown(baby, people, { tab: "highlighted" })).toEqual(["plain", "verified"]);
    world.pass(2 * HOUR);
    await lowerTiers(world.context);
    expect(await listShown(baby, people, { tab: "highlighted" })).toEqual(["verified"]);
    expect(await countTabs(baby)).toMatchObject({ all: 2, highlighted: 1 });
  });

  test("[T44] never shows a managed profile, whatever it was given", async () => {
    const world = await openWorld();
    const baby = await makeSignedIn(world);
    await makeRanked(world, { premiumUntil: inHours(1) }, { isManaged: true });
    expect(await listIds(baby, { tab: "highlighted" })).toEqual([]);
    expect(await countTabs(baby)).toMatchObject({ all: 1, highlighted: 0, new: 0 });
  });
});

describe("the tab Novos", () => {
  test("[K9.01] shows the members of the last 48 hours, and its count follows the clock", async () => {
    const world = await openWorld();
    const baby = await makeSignedIn(world);
    const make = (hours: number) => makeMember(world.owner, { role: "daddy", createdAt: hoursAgo(hours) });
    const people = { now: await make(0), yesterday: await make(24), almost: await make(47), before: await make(49) };
    expect(await listShown(baby, people, { tab: "new" })).toEqual(["now", "yesterday", "almost"]);
    expect(await countTabs(baby)).toMatchObject({ all: 4, new: 3 });
    world.pass(2 * HOUR);
    expect(await listShown(baby, people, { tab: "new" })).toEqual(["now", "yesterday"]);
    expect(await countTabs(baby)).toMatchObject({ all: 4, new: 2 });
    world.pass(23 * HOUR);
    expect(await listShown(baby, people, { tab: "new" })).toEqual(["now"]);
    world.pass(23 * HOUR);
    expect(await listIds(baby, { tab: "new" })).toEqual([]);
    expect(await countTabs(baby)).toMatchObject({ all: 4, new: 0 });
  });

  test("[K9.01][T44] never shows a managed profile, and lists paid places first", async () => {
    const world = await openWorld();
    const baby = await makeSignedIn(world);
    await makeMember(world.owner, { role: "daddy", isManaged: true, tier: 3 });
    const rest = await makeMember(world.owner, { role: "daddy", shuffleKey: SEED });
    const verifiedMember = await makeMember(world.owner, {
      role: "daddy",
      isVerified: true,
      tier: 1,
      shuffleKey: SEED + 1,
    });
    const paidMember = await makeMember(world.owner, { role: "daddy", tier: 0, shuffleKey: SEED - 1 });
    expect(await listIds(baby, { tab: "new" })).toEqual([paidMember.id, verifiedMember.id, rest.id]);
    expect(await countTabs(baby)).toMatchObject({ all: 4, new: 3 });
  });
});

describe("the counts", () => {
  test("[K2.16][T23] are those of the viewer: without hidden members, inactive ones and their own side", async () => {
    const world = await openWorld();
    const [baby, otherBaby] = [await makeSignedIn(world), await makeSignedIn(world)];
    const shownMember = await makeMember(world.owner, { role: "mommy" });
    const hiddenMember = await makeMember(world.owner, { role: "daddy" });
    await makeMember(world.owner, { role: "daddy", suspendedAt: new Date() });
    await makeMember(world.owner, { role: "daddy", deactivatedAt: new Date() });
    await makeMember(world.owner, { role: "daddy", awaitsConfirmation: true });
    await hidePair(world.owner, baby.id, hiddenMember.id);
    const none = { all: 0, highlighted: 0, new: 0, cityLabel: null };
    expect(await countTabs(baby)).toEqual({ ...none, all: 1, new: 1 });
    expect(await listIds(baby)).toEqual([shownMember.id]);
    expect(await countTabs(otherBaby)).toEqual({ ...none, all: 2, new: 2 });
    expect(await countTabs(baby, { role: "baby" })).toEqual(none);
  });

  test("[D1.09] count for staff all active members, or those of one role", async () => {
    const world = await openWorld();
    const admin = await makeSignedIn(world, { role: "admin" });
    const people = {
      baby: await makeMember(world.owner),
      daddy: await makeMember(world.owner, { role: "daddy" }),
      mommy: await makeMember(world.owner, { role: "mommy" }),
    };
    await makeSignedIn(world, { role: "admin" });
    expect((await countTabs(admin)).all).toBe(3);
    for (const role of ["baby", "daddy", "mommy"] as const) {
      expect((await countTabs(admin, { role })).all).toBe(1);
      expect(await listIds(admin, { role })).toEqual([people[role].id]);
    }
  });

  test("[K5.05] name the chosen city, and count the members near it, in a wildcard city or without a known city", async () => {
    const world = await openWorld();
    const baby = await makeSignedIn(world);
    await makeMember(world.owner, { role: "daddy" });
    await makeMember(world.owner, { role: "daddy", cityId: RECIFE });
    await makeMember(world.owner, { role: "daddy", cityId: RECIFE, isWildcardCity: true });
    expect(await countTabs(baby, { cityId: SAO_PAULO, distanceKm: 50 })).toMatchObject({
      all: 2,
      cityLabel: "São Paulo, SP",
    });
    expect(await countTabs(baby, { cityId: RECIFE })).toMatchObject({ all: 3, cityLabel: "Recife, PE" });
  });

  test("are asked of the database again after half a minute, and at once for another filter or another member", async () => {
    const world = await openWorld();
    const [baby, otherBaby] = [await makeSignedIn(world), await makeSignedIn(world)];
    await makeMember(world.owner, { role: "daddy" });
    expect((await countTabs(baby)).all).toBe(1);
    await makeMember(world.owner, { role: "daddy" });
    expect((await countTabs(baby)).all).toBe(1);
    expect((await countTabs(baby, { ageMin: 19 })).all).toBe(2);
    expect((await countTabs(otherBaby)).all).toBe(2);
    world.pass(30_000);
    expect((await countTabs(baby)).all).toBe(2);
  });

  test("[T71] change after a block at the same moments as after a departure, whatever others have asked meanwhile", async () => {
    const traces = await Promise.all(
      (["block", "deactivate"] as const).map(async (way) => {
        const world = await openWorld();
        const [ana, daddy] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
        const otherDaddy = await makeSignedIn(world, { role: "daddy" });
        const trace = [(await countTabs(daddy)).all];
        if (way === "block") await ana.browser.api.safety.block({ params: { id: daddy.id } });
        else await ana.browser.api.accounts.deactivate();
        for (const pause of [1_000, 5_000, 30_000, 30_000]) {
          world.pass(pause);
          await countTabs(otherDaddy);
          trace.push((await countTabs(daddy)).all);
        }
        return trace;
      }),
    );
    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]).toEqual([1, 1, 1, 0, 0]);
  });

  test("[T16] are answered sixty times at once to one member, and once a second after that", async () => {
    const world = await openWorld();
    const [eager, otherMember] = [await makeSignedIn(world), await makeSignedIn(world)];
    const ask = async ({ browser }: typeof eager) => (await browser.api.discovery.count({ query: {} })).status;
    const statuses = await Promise.all(Array.from({ length: 60 }, () => ask(eager)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await ask(eager)).toBe(429);
    expect(await ask(otherMember)).toBe(200);
    world.pass(1_000);
    expect(await ask(eager)).toBe(200);
  });
});

test("[D3.02] a cursor is a position in the order of its seed: another tab or filter goes on from there", async () => {
  const world = await openWorld();
  const baby = await makeSignedIn(world);
  for (let i = 0; i < 60; i++) await makeMember(world.owner, { role: "daddy", tier: i % 3, age: 20 + (i % 2) * 10 });
  const { api } = baby.browser;
  const first = (await api.discovery.list({ query: { seed: SEED } })).body;
  const cursor = first.next ?? "";
  const seenIds = new Set(first.profiles.map(({ id }) => id));
  const filters = [
    {},
    { tab: "new" },
    { tab: "highlighted" },
    { ageMin: 30 },
    { verified: "1" },
    { presence: "online" },
  ] as const;
  for (const filter of filters) {
    const whole = await listIds(baby, filter);
    const { status, body } = await api.discovery.list({ query: { seed: SEED, ...filter, cursor } });
    expect(status).toBe(200);
    const rest = whole.filter((id) => !seenIds.has(id));
    expect(body.profiles.map(({ id }) => id)).toEqual(rest.slice(0, 24));
  }
});
