import { randomUUID } from "node:crypto";
import { STAFF_COUNT_MAX, STAFF_USERS_PAGE } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { makeMember } from "../../testing/people.ts";
import { makePopulation } from "../../testing/population.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
let staff: Awaited<ReturnType<typeof openBrowserOf>>;

beforeAll(async () => {
  const { id } = await makeMember(world.owner, { role: "admin", name: "Chefia da Equipe" });
  staff = await openBrowserOf(world, id);
});

type Query = NonNullable<Parameters<typeof staff.api.officeMembers.staffUsers>[0]>["query"];
const list = async (query: Query = {}) => (await staff.api.officeMembers.staffUsers({ query })).body;
const idsOf = async (query: Query) => (await list(query)).users.map(({ id }) => id);
const count = async (query: Query) => (await staff.api.officeMembers.staffUserCount({ query })).body;

describe("[K2.48][K7.03] the staff's list of members", () => {
  test("finds any part of a name, an address or a location, whatever the case and accents", async () => {
    const word = `Zé${randomUUID().slice(0, 8)}`;
    const email = `Quase.${word}@exemplo.invalid`.toLowerCase();
    const { id } = await makeMember(world.owner, { name: `Maria ${word} Conceição`, email, cityId: 3_509_502 });
    for (const q of [word, word.toUpperCase(), `ze${word.slice(2)}`, `${word} conceicao`, `ase.${word}@exe`])
      expect([q, await idsOf({ q })]).toEqual([q, [id]]);
    expect(await idsOf({ q: "campinas, sp" })).toContain(id);
    expect(await idsOf({ q: "CAMPINAS, SP" })).toContain(id);
    expect(await idsOf({ q: `${word}x` })).toEqual([]);
  });

  test("finds the letters of other languages by their plain ones, and keeps every other sign as it is", async () => {
    const word = randomUUID().slice(0, 8);
    const { id } = await makeMember(world.owner, { name: `Šárka Łukasz Đorđe Nguyễn Ünal ${word}` });
    for (const q of [`sarka lukasz dorde nguyen unal ${word}`, `ŠÁRKA łukasz`, "NGUYEN unal"])
      expect([q, await idsOf({ q })]).toEqual([q, [id]]);
  });

  test.each([
    "d\u2019ávila",
    "d'avila",
    "D\u00b4Avila",
    "davila",
    "D\u2019A\u0301VILA  conceic\u0327a\u0303o",
    "straße",
    "STRASSE",
  ])("finds %s however its apostrophes, accents and blanks are typed", async (q) => {
    const { id } = await makeMember(world.owner, { name: "Zoé D'Ávila Conceição Strasse" });
    expect(await idsOf({ q })).toContain(id);
    expect((await count({ q })).count).toBeGreaterThan(0);
  });

  test.each(["100%", "a_b", "x,y", '"q"', "(z)", "[w]", "back\\slash", "o'brien", "%%%", "___", "a.c", "*", "$1", ":"])(
    "[T28] finds %s as it is typed: no character stands for another one",
    async (sign) => {
      const name = `N${sign}N`;
      const { id } = await makeMember(world.owner, { name });
      await makeMember(world.owner, { name: "Nada disso N1N" });
      expect(await idsOf({ q: name })).toEqual([id]);
      expect(await idsOf({ q: sign })).toContain(id);
    },
  );

  test("finds by fewer than three characters as well", async () => {
    const { id } = await makeMember(world.owner, { name: "Ŋŋ" });
    expect(await idsOf({ q: "Ŋŋ" })).toEqual([id]);
    expect((await count({ q: "Ŋŋ" })).count).toBe(1);
  });

  test("[K6.05] leaves staff out, whatever is searched", async () => {
    expect(await idsOf({ q: "Chefia da Equipe" })).toEqual([]);
    expect(await count({ q: "Chefia da Equipe" })).toEqual({ count: 0, isExact: true });
  });

  test("lists the latest sign-up first, twenty a page, with the exact count", async () => {
    const word = randomUUID();
    const ids: string[] = [];
    for (let madeCount = 0; madeCount < STAFF_USERS_PAGE + 3; madeCount += 1) {
      const createdAt = new Date(Date.UTC(2026, 0, 1, 0, madeCount));
      ids.unshift((await makeMember(world.owner, { name: word, createdAt })).id);
    }
    const first = await list({ q: word });
    expect(first.users.map(({ id }) => id)).toEqual(ids.slice(0, STAFF_USERS_PAGE));
    expect(first.hasMore).toBe(true);
    const second = await list({ q: word, page: 2 });
    expect(second.users.map(({ id }) => id)).toEqual(ids.slice(STAFF_USERS_PAGE));
    expect(second.hasMore).toBe(false);
    expect(await count({ q: word })).toEqual({ count: ids.length, isExact: true });
    expect(await list({ q: word, page: 3 })).toEqual({ users: [], hasMore: false });
  });

  test("is sorted by name without regard to accents, by age and by sign-up, both ways", async () => {
    const word = randomUUID().slice(0, 13);
    const make = (name: string, age: number, minute: number) =>
      makeMember(world.owner, { name: `${name} ${word}`, age, createdAt: new Date(Date.UTC(2026, 1, 1, 0, minute)) });
    const bea = await make("bea", 40, 1);
    const alvaro = await make("Álvaro", 30, 2);
    const caio = await make("Caio", 50, 3);
    const listSorted = async (sort: "name" | "age" | "created", direction: "asc" | "desc") =>
      (await list({ q: word, sort, direction })).users.map(({ name }) => name.split(" ")[0]);
    expect(await listSorted("name", "asc")).toEqual(["Álvaro", "bea", "Caio"]);
    expect(await listSorted("name", "desc")).toEqual(["Caio", "bea", "Álvaro"]);
    expect(await listSorted("age", "asc")).toEqual(["Álvaro", "bea", "Caio"]);
    expect(await listSorted("age", "desc")).toEqual(["Caio", "bea", "Álvaro"]);
    expect(await idsOf({ q: word })).toEqual([caio.id, alvaro.id, bea.id]);
    expect(await idsOf({ q: word, sort: "created", direction: "asc" })).toEqual([bea.id, alvaro.id, caio.id]);
  });

  test("is filtered by account type, state, badge, premium, management and wildcard city", async () => {
    const word = randomUUID();
    const make = async (facts: Parameters<typeof makeMember>[1]) =>
      (await makeMember(world.owner, { name: word, ...facts })).id;
    const plain = await make({});
    const daddy = await make({ role: "daddy" });
    const verifiedId = await make({ isVerified: true });
    const suspended = await make({ suspendedAt: new Date() });
    const leftId = await make({ deactivatedAt: new Date() });
    const waitingId = await make({ awaitsConfirmation: true });
    const managed = await make({ isManaged: true });
    const wildcard = await make({ isWildcardCity: true });
    await staff.api.officeMembers.staffPremium({ body: { ids: [daddy], isOn: true } });
    const idsFound = async (query: Query) => new Set(await idsOf({ q: word, ...query }));
    expect(await idsFound({ role: "daddy" })).toEqual(new Set([daddy]));
    expect(await idsFound({ verified: "yes" })).toEqual(new Set([verifiedId]));
    expect(await idsFound({ premium: "yes" })).toEqual(new Set([daddy]));
    expect(await idsFound({ status: "suspended" })).toEqual(new Set([suspended]));
    expect(await idsFound({ status: "deactivated" })).toEqual(new Set([leftId]));
    expect(await idsFound({ status: "unconfirmed" })).toEqual(new Set([waitingId]));
    expect(await idsFound({ managed: "yes" })).toEqual(new Set([managed]));
    expect(await idsFound({ wildcard: "yes" })).toEqual(new Set([wildcard]));
    expect(await idsFound({ status: "active", premium: "no", verified: "no", managed: "no", wildcard: "no" })).toEqual(
      new Set([plain]),
    );
    expect(await count({ q: word, status: "active" })).toEqual({ count: 5, isExact: true });
  });

  test("[D3.27] shows the member's own city, also of a wildcard city, and the state of the account", async () => {
    const word = randomUUID();
    const { id } = await makeMember(world.owner, { name: word, isWildcardCity: true, suspendedAt: new Date() });
    expect((await list({ q: word })).users).toEqual([
      expect.objectContaining({ id, city: "São Paulo, SP", status: "suspended", isActive: false, photo: null }),
    ]);
  });
});

describe("among many members", () => {
  const CROWD = STAFF_COUNT_MAX + 200;
  const word = "Ábaco Raríssimo";

  beforeAll(async () => {
    const members = Array.from({ length: CROWD }, (_, at) => ({
      id: randomUUID(),
      role: "baby" as const,
      tier: 2,
      shuffleKey: at,
      age: 30,
      cityId: 3_550_308,
      isWildcardCity: false,
      isActive: true,
      joinedHoursAgo: at + 100_000,
    }));
    await makePopulation(world.owner, members, "2026-11-23");
    await sql`update profile set name = 'Multidão' where name = 'Alguém'`.execute(world.owner);
    await sql`analyze profile, member`.execute(world.owner);
  }, 60_000);

  /** The expected list, from a scan of all members. */
  async function scan(q: string, limit: number, offset = 0): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select member_id as id from profile where role <> 'admin'
        and strpos(fold_text(name), ${q}) > 0
      order by created_at desc, member_id desc limit ${limit} offset ${offset}`.execute(world.owner);
    return rows.map(({ id }) => id);
  }

  test("[K7.03] a search is counted exactly up to ten thousand, and everybody exactly without one", async () => {
    expect(await count({ q: "multidao" })).toEqual({ count: STAFF_COUNT_MAX, isExact: false });
    const all = await count({});
    expect(all.isExact).toBe(true);
    expect(all.count).toBeGreaterThan(CROWD);
  });

  test("a common text and a rare one give the list that a scan of all gives", async () => {
    expect(await idsOf({ q: "multidao" })).toEqual(await scan("multidao", STAFF_USERS_PAGE));
    expect(await idsOf({ q: "multidao", page: 400 })).toEqual(await scan("multidao", STAFF_USERS_PAGE, 399 * 20));
    const old = { name: `${word} Antiga`, createdAt: new Date("2001-01-01") };
    const { id } = await makeMember(world.owner, old);
    const { id: young } = await makeMember(world.owner, { name: `${word} Nova` });
    expect(await idsOf({ q: "abaco rarissimo" })).toEqual([young, id]);
    expect(await idsOf({ q: "abaco rarissimo", page: 2 })).toEqual([]);
  });
});

test("a search uses the indexes of three neighbouring characters", async () => {
  const { rows } = await world.owner.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return sql<{ "QUERY PLAN": string }>`
      explain select member_id from profile
      where search_trigrams(fold_text(name)) @> search_trigrams('maria')`.execute(trx);
  });
  expect(JSON.stringify(rows)).toContain("profile_name_trigrams_index");
});
