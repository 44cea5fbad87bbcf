import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { refreshTiers } from "../../base/money/commands.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { slowTest } from "../../testing/each-kind.ts";
import { type Grant, grant } from "../../testing/entitlements.ts";
import { makeMember } from "../../testing/people.ts";
import { makePopulation } from "../../testing/population.ts";
import { openWorld } from "../../testing/world.ts";
import { lowerTiers, rerollAllShuffleKeys } from "./jobs.ts";

const HOUR_MS = 3_600_000;
const world = await openWorld();
const now = new Date();
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

const readTier = (id: string) =>
  world.db.selectFrom("profile").where("memberId", "=", id).select(["tier", "tierUntil"]).executeTakeFirstOrThrow();

type Person = Parameters<typeof makeMember>[1];
async function tierOf(person: Person, what: Grant) {
  const { id } = await makeMember(world.owner, person);
  await grant(world.db, { id }, what);
  await refreshTiers(world.db, [id], now);
  return readTier(id);
}

describe("the tier", () => {
  test.each<[string, Person, Grant, number, Date | null]>([
    ["the rest", {}, {}, 2, null],
    ["verified", { isVerified: true }, {}, 1, null],
    ["premium", {}, { premiumUntil: inHours(5) }, 0, inHours(5)],
    ["highlighted", { isVerified: true }, { highlightedUntil: inHours(7) }, 0, inHours(7)],
    ["premium and highlighted", {}, { premiumUntil: inHours(5), highlightedUntil: inHours(7) }, 0, inHours(7)],
    ["highlighted, premium before", {}, { premiumUntil: inHours(-5), highlightedUntil: inHours(7) }, 0, inHours(7)],
    ["premium by the staff, without end", {}, { hasCourtesyPremium: true, highlightedUntil: inHours(7) }, 0, null],
    ["run out", {}, { premiumUntil: inHours(-1), highlightedUntil: now }, 2, null],
    ["run out and verified", { isVerified: true }, { premiumUntil: inHours(-1) }, 1, null],
    ["managed", { isManaged: true }, { premiumUntil: inHours(5) }, 3, null],
  ])("[K9.02][D3.02] of a member who is %s", async (_, person, what, tier, tierUntil) => {
    expect(await tierOf(person, what)).toEqual({ tier, tierUntil });
  });

  test("is updated for the named members only", async () => {
    const [firstMember, otherMember] = [await makeMember(world.owner), await makeMember(world.owner)];
    for (const { id } of [firstMember, otherMember]) await grant(world.db, { id }, { premiumUntil: inHours(5) });
    await refreshTiers(world.db, [firstMember.id], now);
    await refreshTiers(world.db, [], now);
    expect([(await readTier(firstMember.id)).tier, (await readTier(otherMember.id)).tier]).toEqual([0, 2]);
  });
});

describe("the job of each minute", () => {
  test("[D3.01] lowers members whose paid place has ended and leaves the others", async () => {
    const own = await openWorld();
    const people = await Promise.all(
      [2, 3].map(async (hours) => {
        const { id } = await makeMember(own.owner, { isVerified: hours === 3 });
        await grant(own.db, { id }, { premiumUntil: inHours(hours), highlightedUntil: inHours(1) });
        return id;
      }),
    );
    await refreshTiers(own.db, people, now);
    const tiers = async () => {
      const rows = await own.db.selectFrom("profile").orderBy("isVerified").select(["tier", "tierUntil"]).execute();
      return rows.map((row) => [row.tier, row.tierUntil]);
    };
    expect(await tiers()).toEqual([
      [0, inHours(2)],
      [0, inHours(3)],
    ]);
    expect(await lowerTiers(own.context)).toBe(0);
    own.pass(2.5 * HOUR_MS);
    expect(await lowerTiers(own.context)).toBe(1);
    expect(await tiers()).toEqual([
      [2, null],
      [0, inHours(3)],
    ]);
    own.pass(HOUR_MS);
    expect(await lowerTiers(own.context)).toBe(1);
    expect(await lowerTiers(own.context)).toBe(0);
    expect(await tiers()).toEqual([
      [2, null],
      [1, null],
    ]);
  });

  slowTest("lowers more than one batch and skips a profile that is being changed", async () => {
    const own = await openWorld();
    await makeMany(own, 1_100);
    await own.db
      .updateTable("profile")
      .set({ tier: 0, tierUntil: inHours(-1) })
      .execute();
    const lockedProfile = await own.db
      .selectFrom("profile")
      .select("memberId")
      .orderBy("memberId")
      .executeTakeFirstOrThrow();
    await own.owner.transaction().execute(async (trx) => {
      await trx
        .selectFrom("profile")
        .where("memberId", "=", lockedProfile.memberId)
        .select("tier")
        .forUpdate()
        .execute();
      expect(await lowerTiers(own.context)).toBe(1_099);
    });
    expect(await lowerTiers(own.context)).toBe(1);
  });
});

describe("the job of each night", () => {
  test("[K9.02] gives every profile a new key, batch after batch", async () => {
    const own = await openWorld();
    await makeMany(own, 1_100);
    await rerollAllShuffleKeys(own.context);
    const { rows } = await sql<{ keys: number; spread: number }>`
      select count(distinct shuffle_key)::int as keys, (max(shuffle_key) - min(shuffle_key))::int as spread
      from profile`.execute(own.owner);
    expect(rows[0]?.keys).toBeGreaterThan(1_090);
    expect(rows[0]?.spread).toBeGreaterThan(1_000_000_000);
  });
});

/** `count` babies with the same shuffle key. */
async function makeMany({ owner }: typeof world, count: number): Promise<void> {
  const facts = { role: "baby" as const, tier: 2, shuffleKey: 7, age: 30, cityId: 3_550_308 };
  const members = Array.from({ length: count }, (_, at) => ({
    ...facts,
    id: uuidv7(new Date(now.getTime() + at)),
    isWildcardCity: false,
    isActive: true,
  }));
  await makePopulation(owner, members, "2026-11-21");
}
