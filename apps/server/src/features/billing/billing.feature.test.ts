import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { describe, expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { addLedgerEntry } from "../../base/money/ledger-queries.ts";
import { isPremium, isPromoted } from "../../base/money/premium-fragment-queries.ts";
import { isHighlightedAt, isPremiumAt } from "../../base/money/premium-rules.ts";
import type { LedgerEntry } from "../../platform/database/types.generated.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const CHECK = "23514";
const UNIQUE = "23505";

type Entry = Partial<Insertable<LedgerEntry>>;
type Change = { tokens: number; conversations: number };

const write = (memberId: string, entry: Entry) => {
  const now = new Date();
  const base = { id: uuidv7(now), memberId, kind: "purchase" as const, provider: "test", writtenAt: now };
  return addLedgerEntry(world.db, { ...base, providerObjectId: randomUUID(), ...entry });
};

/** The results of eight equal entries of one member that arrive together: each is written, or refused with a code. */
const raceWrites = (memberId: string, entry: Entry) => {
  const codeOf = ({ code }: { code: string }) => code;
  const side = () => write(memberId, entry).then(() => "written", codeOf);
  return race(world.owner, holdWrites("entitlement"), Array<typeof side>(8).fill(side));
};

const getEntitlement = (memberId: string) =>
  world.db.selectFrom("entitlement").selectAll().where("memberId", "=", memberId).executeTakeFirstOrThrow();

async function sumEntries(memberId: string): Promise<Change> {
  const entries = await world.db
    .selectFrom("ledgerEntry")
    .select(["tokens", "conversations"])
    .where("memberId", "=", memberId)
    .execute();
  return {
    tokens: entries.reduce((sum, entry) => sum + entry.tokens, 0),
    conversations: entries.reduce((sum, entry) => sum + entry.conversations, 0),
  };
}

test.each(["daddy", "mommy"] as const)(
  "[D4.02] a new %s has 0 tokens, 0 conversations and no premium",
  async (role) => {
    const { id } = await makeMember(world.owner, { role });
    expect(await getEntitlement(id)).toEqual({
      memberId: id,
      tokens: 0,
      conversations: 0,
      premiumUntil: null,
      highlightedUntil: null,
      hasCourtesyPremium: false,
    });
  },
);

describe("the balance", () => {
  const anyChange = fc.record({
    tokens: fc.integer({ min: -5, max: 5 }),
    conversations: fc.integer({ min: -2, max: 2 }),
  });

  test("[T15][T20][D4.08][D4.12] is always the sum of its entries and never below zero", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { maxLength: 12 }), async (changes) => {
        const { id } = await makeMember(world.owner, { role: "daddy" });
        const expectedBalance = { tokens: 0, conversations: 0 };
        for (const change of changes) {
          const next = {
            tokens: expectedBalance.tokens + change.tokens,
            conversations: expectedBalance.conversations + change.conversations,
          };
          if (next.tokens < 0 || next.conversations < 0) {
            await expect(write(id, change)).rejects.toMatchObject({ code: CHECK });
          } else {
            await write(id, change);
            Object.assign(expectedBalance, next);
          }
          expect(await getEntitlement(id)).toMatchObject(expectedBalance);
        }
        expect(await sumEntries(id)).toEqual(expectedBalance);
      }),
      runs(100),
    );
  });

  test("[T20][T15][D4.06] of eight spends of one token at once exactly one is written", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    await write(id, { tokens: 1 });
    const answers = await raceWrites(id, { kind: "spend", tokens: -1 });
    expect(answers.toSorted()).toEqual([...Array.from({ length: 7 }, () => CHECK), "written"]);
    expect(await getEntitlement(id)).toMatchObject({ tokens: 0 });
    expect(await sumEntries(id)).toEqual({ tokens: 0, conversations: 0 });
  });

  test("[D4.08] of eight grants at once none is lost", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    await raceWrites(id, { tokens: 2, conversations: 1 });
    expect(await getEntitlement(id)).toMatchObject({ tokens: 16, conversations: 8 });
  });

  test("[D4.06] goes back with the transaction that changed it", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    await write(id, { tokens: 3 });
    const attempt = world.db.transaction().execute(async (trx) => {
      const now = new Date();
      const entry = {
        id: uuidv7(now),
        memberId: id,
        kind: "spend" as const,
        provider: "test",
        tokens: -1,
        writtenAt: now,
      };
      await addLedgerEntry(trx, { ...entry, providerObjectId: randomUUID() });
      throw new Error("the message was not stored");
    });
    await expect(attempt).rejects.toThrow("the message was not stored");
    expect(await getEntitlement(id)).toMatchObject({ tokens: 3 });
    expect(await sumEntries(id)).toEqual({ tokens: 3, conversations: 0 });
  });

  test("changes for one member only", async () => {
    const [ana, eve] = [await makeMember(world.owner), await makeMember(world.owner)];
    await write(ana.id, { tokens: 5 });
    expect(await getEntitlement(eve.id)).toMatchObject({ tokens: 0 });
  });
});

describe("an entry", () => {
  test("[D4.08] of one payment, refund or dispute is written once; each kind of it once", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    const payment = { provider: "test", providerObjectId: randomUUID() };
    await write(id, { ...payment, tokens: 100 });
    await expect(write(id, { ...payment, tokens: 100 })).rejects.toMatchObject({ code: UNIQUE });
    await write(id, { ...payment, kind: "refund", tokens: -100 });
    expect(await getEntitlement(id)).toMatchObject({ tokens: 0 });
  });

  test("of one payment that arrives eight times at once grants once", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    const answers = await raceWrites(id, { providerObjectId: randomUUID(), tokens: 100 });
    expect(answers.toSorted()).toEqual([...Array.from({ length: 7 }, () => UNIQUE), "written"]);
    expect(await getEntitlement(id)).toMatchObject({ tokens: 100 });
  });

  test("needs an opened ledger, which opens once", async () => {
    const admin = await makeMember(world.owner, { role: "admin" });
    await expect(write(admin.id, { tokens: 1 })).rejects.toMatchObject({ code: "23503" });
    const { id } = await makeMember(world.owner);
    await expect(write(id, { kind: "opening" })).rejects.toMatchObject({ code: UNIQUE });
    await expect(write(randomUUID(), { kind: "opening" })).rejects.toMatchObject({ code: "23503" });
  });

  test("[D4.08] moves premium and highlight to the end that it names and leaves what it does not name", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    const [first, second] = [new Date("2027-01-01T00:00:00Z"), new Date("2027-02-01T00:00:00Z")];
    await write(id, { premiumUntil: first, highlightedUntil: second });
    await write(id, { tokens: 1 });
    expect(await getEntitlement(id)).toMatchObject({ premiumUntil: first, highlightedUntil: second });
    await write(id, { premiumUntil: second, hasCourtesyPremium: true });
    expect(await getEntitlement(id)).toMatchObject({ premiumUntil: second, hasCourtesyPremium: true });
    await write(id, { hasCourtesyPremium: false });
    expect(await getEntitlement(id)).toMatchObject({ premiumUntil: second, hasCourtesyPremium: false, tokens: 1 });
  });

  test("of an unknown kind is refused", async () => {
    const { id } = await makeMember(world.owner);
    // The cast passes a kind that the types do not allow.
    await expect(write(id, { kind: "gift" as "courtesy" })).rejects.toMatchObject({ code: CHECK });
  });
});

describe("the SQL of premium and of a paid place", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const ends = [undefined, new Date(now.getTime() - 1), now, new Date(now.getTime() + 1)];
  const grants = ends.flatMap((premiumUntil) =>
    ends.flatMap((highlightedUntil) =>
      [false, true].map((hasCourtesyPremium) => ({
        hasCourtesyPremium,
        ...(premiumUntil && { premiumUntil }),
        ...(highlightedUntil && { highlightedUntil }),
      })),
    ),
  );

  test("answers what the rules answer, for every entitlement", async () => {
    for (const grantedAmounts of grants) {
      const { id } = await makeMember(world.owner, { role: "daddy" });
      await write(id, grantedAmounts);
      const entitlement = await getEntitlement(id);
      const expectedPremium = isPremiumAt(entitlement, now);
      expect(await askSql(id), JSON.stringify(grantedAmounts)).toEqual({
        isPremium: expectedPremium,
        isPromoted: expectedPremium || isHighlightedAt(entitlement, now),
      });
    }
  });

  test("answers false for the staff, who have no entitlement", async () => {
    const { id } = await makeMember(world.owner, { role: "admin" });
    expect(await askSql(id)).toEqual({ isPremium: false, isPromoted: false });
  });

  const askSql = (memberId: string) =>
    world.db
      .selectFrom("member")
      .leftJoin("entitlement", "entitlement.memberId", "member.id")
      .where("member.id", "=", memberId)
      .select([isPremium(now).as("isPremium"), isPromoted(now).as("isPromoted")])
      .executeTakeFirstOrThrow();
});
