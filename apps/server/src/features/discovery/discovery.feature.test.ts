import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { listCards, listIds, listPages, listShown, type PageQuery, SEED } from "../../testing/discovery-pages.ts";
import { type Grant, grant } from "../../testing/entitlements.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { writeCursor } from "./rules.ts";

const world = await openWorld();
const SAO_PAULO = 3_550_308;
const GUARULHOS = 3_518_800;
const CAMPINAS = 3_509_502;
const RECIFE = 2_611_606;
const seed = SEED;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
type Query = PageQuery;

const later = () => new Date(Date.now() + 86_400_000);
const earlier = () => new Date(Date.now() - 86_400_000);

describe("discovery", () => {
  test("[K6.03][T16][D1.04][D1.08][D1.09] shows active members of the opposite side, never the viewer, the staff or a hidden member", async () => {
    const goneFacts = { deactivatedAt: new Date() };
    const people = {
      baby: await makeSignedIn(world),
      otherBaby: await makeMember(world.owner),
      daddy: await makeSignedIn(world, { role: "daddy" }),
      mommy: await makeSignedIn(world, { role: "mommy" }),
      admin: await makeSignedIn(world, { role: "admin" }),
      goneDaddy: await makeMember(world.owner, { role: "daddy", ...goneFacts }),
      suspendedBaby: await makeMember(world.owner, { suspendedAt: new Date() }),
    };
    expect(await listShown(people.baby, people)).toEqual(["daddy", "mommy"]);
    expect(await listShown(people.daddy, people)).toEqual(["baby", "otherBaby"]);
    expect(await listShown(people.mommy, people)).toEqual(["baby", "otherBaby"]);
    expect(await listShown(people.admin, people)).toEqual(["baby", "otherBaby", "daddy", "mommy"]);
  });

  test("[K6.03][D1.04][D1.09] shows one role of two when the filter names it, and nobody when the viewer may not see the named role", async () => {
    const people = {
      baby: await makeSignedIn(world),
      daddy: await makeSignedIn(world, { role: "daddy" }),
      mommy: await makeMember(world.owner, { role: "mommy" }),
      admin: await makeSignedIn(world, { role: "admin" }),
    };
    expect(await listShown(people.baby, people, { role: "mommy" })).toEqual(["mommy"]);
    expect(await listShown(people.admin, people, { role: "baby" })).toEqual(["baby"]);
    expect(await listIds(people.baby, { role: "baby" })).toEqual([]);
    expect(await listIds(people.daddy, { role: "mommy" })).toEqual([]);
  });

  test("[T23] shows neither member of a hidden pair to the other", async () => {
    const [baby, daddy, otherDaddy] = [
      await makeSignedIn(world),
      await makeSignedIn(world, { role: "daddy" }),
      await makeSignedIn(world, { role: "daddy" }),
    ];
    await hidePair(world.owner, baby.id, daddy.id);
    expect(await listShown(baby, { daddy, other: otherDaddy })).toEqual(["other"]);
    expect(await listShown(daddy, { baby })).toEqual([]);
    expect(await listShown(otherDaddy, { baby })).toEqual(["baby"]);
  });
});

describe("the filters", () => {
  test("[D3.04][K5.03] include both ends of the ages, and 80 means 80 or more", async () => {
    const baby = await makeSignedIn(world);
    const ages = [18, 19, 40, 41, 79, 80, 99];
    const people: Record<string, { id: string }> = {};
    for (const age of ages) people[String(age)] = await makeMember(world.owner, { role: "daddy", age });
    const agesShown = async (query: Query) => (await listShown(baby, people, query)).map(Number);
    expect(await agesShown({ ageMin: 18, ageMax: 19 })).toEqual([18, 19]);
    expect(await agesShown({ ageMin: 19, ageMax: 40 })).toEqual([19, 40]);
    expect(await agesShown({ ageMin: 41 })).toEqual([41, 79, 80, 99]);
    expect(await agesShown({ ageMax: 79 })).toEqual([18, 19, 40, 41, 79]);
    expect(await agesShown({ ageMin: 41, ageMax: 80 })).toEqual([41, 79, 80, 99]);
  });

  test("use the age of the present day, as the card does", async () => {
    const old = await openWorld();
    const { id } = await makeMember(old.owner, { role: "daddy", age: 40 });
    old.pass(366 * 86_400_000);
    const baby = await makeSignedIn(old);
    const ask = (ageMin: number) =>
      baby.browser.api.discovery.list({ query: { seed, ageMin: ageMin - 1, ageMax: ageMin } });
    expect((await ask(40)).body.profiles).toEqual([]);
    expect((await ask(41)).body.profiles).toMatchObject([{ id, age: 41 }]);
  });

  test("[K5.04][K5.05][D3.26] let cities within the distance pass, and members with a wildcard city wherever they live", async () => {
    const baby = await makeSignedIn(world, { cityId: RECIFE });
    const at = (cityId: number, isWildcardCity = false) =>
      makeMember(world.owner, { role: "daddy", cityId, isWildcardCity });
    const people = {
      here: await at(SAO_PAULO),
      near: await at(GUARULHOS),
      beyond: await at(CAMPINAS),
      far: await at(RECIFE),
      anywhere: await at(RECIFE, true),
      anywhereNear: await at(GUARULHOS, true),
    };
    const namesShown = (query: Query) => listShown(baby, people, query);
    expect(await namesShown({ cityId: SAO_PAULO, distanceKm: 5 })).toEqual(["here", "anywhere", "anywhereNear"]);
    expect(await namesShown({ cityId: SAO_PAULO, distanceKm: 40 })).toEqual([
      "here",
      "near",
      "anywhere",
      "anywhereNear",
    ]);
    expect(await namesShown({ cityId: SAO_PAULO, distanceKm: 195 })).toEqual([
      "here",
      "near",
      "beyond",
      "anywhere",
      "anywhereNear",
    ]);
    const all = Object.keys(people);
    expect(await namesShown({ cityId: SAO_PAULO, distanceKm: 200 })).toEqual(all);
    expect(await namesShown({ cityId: SAO_PAULO })).toEqual(all);
    expect(await namesShown({ distanceKm: 5 })).toEqual(all);
  });

  test.each([
    ["ageMax", { ageMin: 40, ageMax: 39 }],
    ["ageMax", { ageMin: 40, ageMax: 40 }],
    ["ageMin", { ageMin: 17 }],
    ["ageMax", { ageMax: 81 }],
    ["distanceKm", { cityId: SAO_PAULO, distanceKm: 7 }],
    ["distanceKm", { cityId: SAO_PAULO, distanceKm: 205 }],
    ["cityId", { cityId: 1 }],
    ["cityId", { cityId: 1, distanceKm: 50 }],
    ["cursor", { cursor: "rubbish" }],
    ["cursor", { cursor: writeCursor({ segment: 0, key: seed - 1, id: "0189a1b2-0000-7000-8000-000000000001" }) }],
    ["cursor", { cursor: writeCursor({ segment: 8, key: seed, id: "0189a1b2-0000-7000-8000-000000000001" }) }],
  ])("are refused at %s when they make no sense: %o", async (field, query) => {
    const { api } = (await makeSignedIn(world)).browser;
    const { status, failure } = await api.discovery.list({ query: { seed, ...query } });
    expect([status, failure.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(Object.keys(failure.details?.fields ?? {})).toEqual([field]);
  });
});

describe("the order", () => {
  test("[K9.02][D3.02] is paid, verified, the rest, managed; it stays the same while paging and changes with the seed", async () => {
    const own = await openWorld();
    const baby = await makeSignedIn(own);
    const tierById = new Map<string, number>();
    for (let i = 0; i < 2 * DISCOVERY_PAGE + 7; i++) {
      const tier = i % 4;
      const { id } = await makeMember(own.owner, { role: i % 3 === 0 ? "mommy" : "daddy", tier });
      tierById.set(id, tier);
    }
    const pages = await listPages(baby);
    expect(pages.map((page) => page.length)).toEqual([DISCOVERY_PAGE, DISCOVERY_PAGE, 7]);
    const ids = pages.flat().map((card) => card.id);
    expect(new Set(ids)).toEqual(new Set(tierById.keys()));
    const tiers = ids.map((id) => tierById.get(id) ?? -1);
    expect(tiers).toEqual([...tiers].sort());
    expect(await listIds(baby)).toEqual(ids);
    expect(await listIds(baby, { seed: 1_500_000_000 })).not.toEqual(ids);
  });

  test("ends without an empty page when the last page is full", async () => {
    const own = await openWorld();
    const baby = await makeSignedIn(own);
    for (let i = 0; i < DISCOVERY_PAGE; i++) await makeMember(own.owner, { role: "daddy", tier: i % 4 });
    expect((await listPages(baby)).map((page) => page.length)).toEqual([DISCOVERY_PAGE]);
  });

  test("is one empty page when no member fits", async () => {
    const own = await openWorld();
    const { body } = await (await makeSignedIn(own)).browser.api.discovery.list({ query: { seed } });
    expect(body).toEqual({ profiles: [], next: null });
  });
});

describe("a card", () => {
  const findCard = async (viewer: Person, id: string) => (await listCards(viewer)).find((card) => card.id === id);

  test("[T16][T60][D3.16] has exactly these keys, so no e-mail, tokens or times", async () => {
    const [baby, daddy] = [await makeSignedIn(world), await makeMember(world.owner, { role: "daddy", name: "Bruno" })];
    const [fileName = ""] = await makePhotos(world.owner, daddy.id, [0, 1]);
    const lastActiveAt = new Date();
    await world.db.insertInto("presence").values({ memberId: daddy.id, lastActiveAt }).execute();
    const card = await findCard(baby, daddy.id);
    const linkTo = (size: "small" | "medium" | "large") => world.context.photoLinks.linkTo(fileName, size, new Date());
    expect(card).toEqual({
      id: daddy.id,
      name: "Bruno",
      age: 30,
      role: "daddy",
      city: "São Paulo, SP",
      isWildcardCity: false,
      isVerified: false,
      isPremium: false,
      isPromoted: false,
      isManaged: false,
      isDemo: false,
      presence: "online",
      isFavorite: false,
      distanceKm: 0,
      photo: {
        small: linkTo("small"),
        medium: linkTo("medium"),
        large: linkTo("large"),
        width: 1440,
        height: 1920,
        thumbhash: "x",
      },
    });
    const page = await (await baby.browser.raw(`/api/discovery?seed=${seed}`)).text();
    expect(Object.keys(JSON.parse(page)).sort()).toEqual(["next", "profiles"]);
    for (const secret of [daddy.email, lastActiveAt.toISOString().slice(0, 13), "exemplo.invalid", "tokens", "admin"])
      expect(page).not.toContain(secret);
  });

  test("[T50][D3.01] is promoted while premium or a highlight runs, and not for a badge", async () => {
    const baby = await makeSignedIn(world);
    const make = async (grantedAmounts: Grant, isVerified = false) => {
      const { id } = await makeMember(world.owner, { role: "daddy", isVerified });
      await grant(world.db, { id }, grantedAmounts);
      const card = await findCard(baby, id);
      return { isPremium: card?.isPremium, isPromoted: card?.isPromoted, isVerified: card?.isVerified };
    };
    const plain = { isPremium: false, isPromoted: false, isVerified: false };
    expect(await make({ premiumUntil: later() })).toEqual({ ...plain, isPremium: true, isPromoted: true });
    expect(await make({ hasCourtesyPremium: true })).toEqual({ ...plain, isPremium: true, isPromoted: true });
    expect(await make({ highlightedUntil: later() })).toEqual({ ...plain, isPromoted: true });
    expect(await make({ premiumUntil: earlier(), highlightedUntil: earlier() })).toEqual(plain);
    expect(await make({}, true)).toEqual({ ...plain, isVerified: true });
  });

  test("[T43][D3.25][D3.27] of a member with a wildcard city shows each viewer their own city, marked, and the staff the real one", async () => {
    const daddy = await makeMember(world.owner, { role: "daddy", cityId: RECIFE, isWildcardCity: true });
    const cityFor = async (viewer: Person) => {
      const card = await findCard(viewer, daddy.id);
      return [card?.city, card?.isWildcardCity];
    };
    expect(await cityFor(await makeSignedIn(world))).toEqual(["São Paulo, SP", true]);
    expect(await cityFor(await makeSignedIn(world, { cityId: CAMPINAS }))).toEqual(["Campinas, SP", true]);
    expect(await cityFor(await makeSignedIn(world, { role: "admin" }))).toEqual(["Recife, PE", false]);
  });

  test("[T44][D3.24] of a managed profile says that it is managed, and comes last", async () => {
    const own = await openWorld();
    const baby = await makeSignedIn(own);
    const managed = await makeMember(own.owner, { role: "daddy", isManaged: true, tier: 3, shuffleKey: seed });
    const otherDaddy = await makeMember(own.owner, { role: "daddy", shuffleKey: seed - 1 });
    const cards = await listCards(baby);
    expect(cards.map(({ id, isManaged }) => [id, isManaged])).toEqual([
      [otherDaddy.id, false],
      [managed.id, true],
    ]);
  });

  test("[D3.07] marks the viewer's own favourites and nobody else's", async () => {
    const [baby, otherBaby, daddy] = [
      await makeSignedIn(world),
      await makeSignedIn(world),
      await makeMember(world.owner, { role: "daddy" }),
    ];
    await baby.browser.api.favorites.add({ params: { id: daddy.id } });
    expect((await findCard(baby, daddy.id))?.isFavorite).toBe(true);
    expect((await findCard(otherBaby, daddy.id))?.isFavorite).toBe(false);
  });
});

test("[T16][D2.45] discovery answers 300 pages in ten minutes to one member and refuses the next", async () => {
  const [scraper, otherMember] = [await makeSignedIn(world), await makeSignedIn(world)];
  const ask = ({ browser: { api } }: Person) => api.discovery.list({ query: { seed, role: "baby" } });
  const statuses = await Promise.all(Array.from({ length: 300 }, async () => (await ask(scraper)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refusal = await ask(scraper);
  expect([refusal.status, refusal.failure.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  expect(Number(refusal.headers.get("retry-after"))).toBeLessThanOrEqual(600);
  expect((await scraper.browser.api.profiles.read({ params: { id: otherMember.id } })).status).toBe(429);
  expect((await ask(otherMember)).status).toBe(200);
});
