import { describe, expect, test } from "vitest";
import { addFavorite } from "../../base/pairs/favorite-queries.ts";
import { makePremium } from "../../testing/entitlements.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const CAMPINAS = 3_509_502;
const RECIFE = 2_611_606;
const START = Date.now() - 1e9;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
type Query = { before?: string; q?: string };
const list = async ({ browser }: Person, query: Query = {}) => (await browser.api.favorites.list({ query })).body;
const admirers = async ({ browser }: Person, query: Query = {}) =>
  (await browser.api.favorites.admirers({ query })).body;
const idsOf = (people: { id: string }[] | null) => people?.map(({ id }) => id);
const set = (id: string, facts: object) =>
  world.owner.updateTable("profile").set(facts).where("memberId", "=", id).execute();

/** Adds these as favourites, a second apart, in their order. */
async function keep(owner: { id: string }, others: { id: string }[]) {
  for (const [at, otherMember] of others.entries())
    await addFavorite(world.owner, owner.id, otherMember.id, new Date(START + at * 1_000));
}
const makeDaddies = (facts: Parameters<typeof makeMember>[1][]) =>
  Promise.all(facts.map((facts) => makeMember(world.owner, { role: "daddy", ...facts })));

describe("the list of favourites", () => {
  test("[M3.03][D3.07] has the latest first, as cards that are marked as favourites and hold nothing more", async () => {
    const baby = await makeSignedIn(world);
    const [bruno, caio] = await makeDaddies([{ name: "Bruno" }, { name: "Caio", cityId: CAMPINAS }]);
    if (!bruno || !caio) throw new Error("nobody");
    const lastActiveAt = new Date(Date.now() - 10_000);
    await world.owner.insertInto("presence").values({ memberId: caio.id, lastActiveAt }).execute();
    await keep(baby, [bruno, caio]);
    const { profiles, next } = await list(baby);
    expect(next).toBeNull();
    expect(profiles).toEqual([
      {
        id: caio.id,
        name: "Caio",
        age: 30,
        role: "daddy",
        city: "Campinas, SP",
        presence: "online",
        isWildcardCity: false,
        isVerified: false,
        isPremium: false,
        isPromoted: false,
        isManaged: false,
        isDemo: false,
        isFavorite: true,
        distanceKm: 84,
        photo: null,
      },
      expect.objectContaining({ id: bruno.id, name: "Bruno", isFavorite: true }),
    ]);
    await baby.browser.api.favorites.remove({ params: { id: caio.id } });
    expect(idsOf((await list(baby)).profiles)).toEqual([bruno.id]);
  });

  test("pages through all of them, each once, while favourites of the same instant come and go", async () => {
    const baby = await makeSignedIn(world);
    const daddies = await makeDaddies(Array.from({ length: 60 }, () => ({})));
    // Groups of five are added at the same instant, so that ids decide their order.
    for (const [at, { id }] of daddies.entries())
      await addFavorite(world.owner, baby.id, id, new Date(START + Math.floor(at / 5) * 1_000));
    const first = await list(baby);
    expect(first.profiles).toHaveLength(24);
    const last = first.profiles.at(-1)?.id ?? "";
    await baby.browser.api.favorites.remove({ params: { id: last } });
    const second = await list(baby, { before: first.next ?? "" });
    const third = await list(baby, { before: second.next ?? "" });
    expect([second.profiles.length, third.profiles.length, third.next]).toEqual([24, 12, null]);
    const seenIds = [first, second, third].flatMap(({ profiles }) => idsOf(profiles) ?? []);
    expect(new Set(seenIds)).toEqual(new Set(daddies.map(({ id }) => id)));
    for (const before of ["x", "1_2", `${last}_1`]) expect((await list(baby, { before })).profiles).toHaveLength(24);
  });

  test.each(["deactivatedAt", "suspendedAt"] as const)(
    "[D3.09] leaves out a member whose %s is set until they are active again",
    async (fact) => {
      const baby = await makeSignedIn(world);
      const daddies = await makeDaddies([{}, {}, {}]);
      await keep(baby, daddies);
      const all = idsOf(daddies)?.reverse();
      const [, goneMember = { id: "" }] = daddies;
      expect(idsOf((await list(baby)).profiles)).toEqual(all);
      await set(goneMember.id, { [fact]: new Date() });
      expect(idsOf((await list(baby)).profiles)).toEqual(all?.filter((id) => id !== goneMember.id));
      await set(goneMember.id, { [fact]: null });
      expect(idsOf((await list(baby)).profiles)).toEqual(all);
    },
  );

  test("[D3.09][T23] leaves out a hidden pair on both sides until it is hidden no more", async () => {
    const [baby, daddy] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    await keep(baby, [daddy]);
    await keep(daddy, [baby]);
    const readSeenIds = async () => [idsOf((await list(baby)).profiles), idsOf((await list(daddy)).profiles)];
    expect(await readSeenIds()).toEqual([[daddy.id], [baby.id]]);
    await hidePair(world.owner, baby.id, daddy.id);
    expect(await readSeenIds()).toEqual([[], []]);
    expect([(await admirers(baby)).total, (await admirers(daddy)).total]).toEqual([0, 0]);
    await world.owner.deleteFrom("hiddenPair").where("viewerId", "in", [baby.id, daddy.id]).execute();
    expect(await readSeenIds()).toEqual([[daddy.id], [baby.id]]);
    expect([(await admirers(baby)).total, (await admirers(daddy)).total]).toEqual([1, 1]);
  });

  test("of the staff is empty", async () => {
    const admin = await makeSignedIn(world, { role: "admin" });
    expect(await list(admin)).toEqual({ profiles: [], next: null });
    expect(await admirers(admin)).toEqual({ total: 0, profiles: null, next: null });
  });
});

describe("a search in favourites", async () => {
  const baby = await makeSignedIn(world, { cityId: CAMPINAS });
  const people = await makeDaddies([
    { name: "José Conceição" },
    { name: "Jose\u0301 Ângelo".normalize("NFC"), cityId: CAMPINAS },
    { name: "100% Legal_", cityId: RECIFE },
    { name: "O'Neill \\ Cia", cityId: RECIFE },
    { name: "Mário", cityId: RECIFE, isWildcardCity: true },
  ]);
  await keep(baby, people);
  const names = async (q: string) => (await list(baby, { q })).profiles.map(({ name }) => name);
  const [jose, angelo, percent, neill, mario] = people.length
    ? ["José Conceição", "José Ângelo", "100% Legal_", "O'Neill \\ Cia", "Mário"]
    : [];

  test.each([
    ["a name without its accents", "jose", [angelo, jose]],
    ["a name in capitals", "CONCEIÇÃO", [jose]],
    ["a name in decomposed letters", "a\u0302ngelo", [angelo]],
    ["the middle of a name", "gel", [angelo]],
    ["a name with spaces around and within", "  jose   conc ", [jose]],
    ["a literal %", "%", [percent]],
    ["a literal _", "l_", [percent]],
    ["a SQL wildcard as an ordinary character", "j_s", []],
    ["a SQL wildcard as an ordinary character", "j%e", []],
    ["a backslash", "\\", [neill]],
    ["a quote", "o'nei", [neill]],
    ["an apostrophe of another kind", "O\u2019NEILL", [neill]],
    ["an accent for an apostrophe", "o\u00b4neill", [neill]],
    ["a name without its apostrophe", "oneill", [neill]],
    ["a city without its accents", "sao pau", [jose]],
    ["a city with its state", "recife, pe", [neill, percent]],
    ["the city that a wildcard card shows", "campinas", [mario, angelo]],
    ["everybody by spaces alone", "   ", [mario, neill, percent, angelo, jose]],
    ["nobody by text that nobody has", "xyz", []],
    ["nobody by an attempt at SQL injection", "') or true --", []],
  ])("[T28] finds %s: %j", async (_, q, foundNames) => {
    expect(await names(q)).toEqual(foundNames);
  });

  test("never finds a wildcard member by the city that their card hides", async () => {
    expect(await names("recife")).not.toContain(mario);
  });

  test("finds only favourites of the caller, and pages through them", async () => {
    const [firstMember, otherMember] = [await makeSignedIn(world), await makeSignedIn(world)];
    const daddies = await makeDaddies(Array.from({ length: 60 }, (_, at) => ({ name: at % 2 ? "Zélia" : "Rui" })));
    await keep(firstMember, daddies);
    const first = await list(firstMember, { q: "zelia" });
    const second = await list(firstMember, { q: "zelia", before: first.next ?? "" });
    expect([first.profiles.length, second.profiles.length, second.next]).toEqual([24, 6, null]);
    expect(new Set([...first.profiles, ...second.profiles].map(({ name }) => name))).toEqual(new Set(["Zélia"]));
    expect((await list(otherMember, { q: "zelia" })).profiles).toEqual([]);
  });
});

describe("the list of admirers", () => {
  test.each(["daddy", "mommy"] as const)(
    "[D3.13][D3.61][T60] shows a %s without premium only how many they are",
    async (role) => {
      const [payer, baby] = [await makeSignedIn(world, { role }), await makeMember(world.owner)];
      await addFavorite(world.owner, baby.id, payer.id, new Date(START));
      expect(await admirers(payer)).toEqual({ total: 1, profiles: null, next: null });
      await makePremium(world.db, payer);
      expect(idsOf((await admirers(payer)).profiles)).toEqual([baby.id]);
    },
  );

  test("[D3.13] shows a baby, who cannot buy premium, who they are, the latest first, in pages", async () => {
    const baby = await makeSignedIn(world);
    const daddies = await makeDaddies(Array.from({ length: 30 }, () => ({})));
    for (const [at, daddy] of daddies.entries())
      await addFavorite(world.owner, daddy.id, baby.id, new Date(START + at));
    const first = await admirers(baby);
    const second = await admirers(baby, { before: first.next ?? "" });
    expect([first.total, second.total, second.next]).toEqual([30, 30, null]);
    const seenIds = [...(idsOf(first.profiles) ?? []), ...(idsOf(second.profiles) ?? [])];
    expect(seenIds).toEqual(idsOf(daddies)?.reverse());
    expect(JSON.stringify(first)).not.toMatch(/lastActive|leftAt|createdAt|email|exemplo/);
    expect(first.profiles?.[0]).not.toHaveProperty("at");
  });

  test("[D3.09] leaves out inactive members, in the number too", async () => {
    const baby = await makeSignedIn(world);
    const [shownDaddy, goneMember] = await makeDaddies([{}, {}]);
    for (const daddy of [shownDaddy, goneMember])
      await addFavorite(world.owner, daddy?.id ?? "", baby.id, new Date(START));
    await set(goneMember?.id ?? "", { suspendedAt: new Date() });
    const seenAdmirers = await admirers(baby);
    expect([seenAdmirers.total, idsOf(seenAdmirers.profiles)]).toEqual([1, [shownDaddy?.id]]);
  });
});

test("[T31][T17] the session alone says whose favourites and admirers are listed", async () => {
  const [baby, stranger] = [await makeSignedIn(world), await makeSignedIn(world)];
  const [daddy = { id: "" }] = await makeDaddies([{}]);
  await keep(baby, [daddy]);
  for (const key of ["memberId", "userId", "member_id", "me"])
    for (const path of ["/api/favorites", "/api/favorites/admirers", "/api/visits"])
      expect((await stranger.browser.raw(`${path}?${key}=${baby.id}`)).status).toBe(400);
  expect((await list(stranger)).profiles).toEqual([]);
  await stranger.browser.api.favorites.remove({ params: { id: daddy.id } });
  expect(idsOf((await list(baby)).profiles)).toEqual([daddy.id]);
  const body = JSON.stringify({ memberId: baby.id, actorId: baby.id });
  const forged = await stranger.browser.raw(`/api/favorites/${daddy.id}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(forged.status).toBe(400);
  expect((await list(stranger)).profiles).toEqual([]);
});

test("[T16] a member who opens page after page reaches the limit of views", async () => {
  const scraper = await makeSignedIn(world);
  const calls = Array.from({ length: 300 }, (_, at) =>
    at % 2 ? scraper.browser.api.favorites.list() : scraper.browser.api.favorites.admirers(),
  );
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
  const { favorites, visits } = scraper.browser.api;
  for (const attempt of [favorites.list, favorites.admirers, visits.list])
    expect((await attempt()).failure.code).toBe("RATE_LIMIT_EXCEEDED");
});
