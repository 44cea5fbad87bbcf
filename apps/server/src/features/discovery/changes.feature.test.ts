import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../platform/database/database.ts";
import { randomId } from "../../platform/ids.ts";
import { grant } from "../../testing/entitlements.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makePopulation, type SeedMember } from "../../testing/population.ts";
import { openWorld } from "../../testing/world.ts";
import { addPings, changePresenceHidden } from "../presence/queries.ts";
import { type ChangeCursor, listChanges, pruneChanges, takeCursor as takeCursorOf } from "./change-queries.ts";

const world = await openWorld();
const { db, owner } = world;
const now = new Date();

const takeCursor = () => takeCursorOf(db);

/** The changes since a cursor, in no order. */
async function readSince(cursor: ChangeCursor) {
  const foundChanges = await listChanges(db, cursor);
  if (!foundChanges) throw new Error("changes are missing");
  return foundChanges;
}

/** The changes that are recorded for some work. */
async function record(work: () => Promise<unknown>) {
  const cursor = await takeCursor();
  await work();
  return (await readSince(cursor)).changes;
}

const setProfile = (memberId: string, facts: object) =>
  db.updateTable("profile").set(facts).where("memberId", "=", memberId).execute();

describe("a change of what discovery shows is recorded", () => {
  let ana: string;
  let dan: string;
  beforeAll(async () => {
    ana = (await makeMember(owner)).id;
    dan = (await makeMember(owner, { role: "daddy" })).id;
    await makePhotos(owner, dan, [0, 1]);
    await addPings(db, [{ memberId: dan, at: now }], now);
  });

  test.each([
    { name: "Zé" },
    { cityId: 2_611_606 },
    { statedAge: 55 },
    { isVerified: true },
    { isWildcardCity: true },
    { tier: 0 },
    { shuffleKey: 7 },
    { hiddenAt: now },
    { suspendedAt: now },
    { deactivatedAt: now },
    { ageGate: "entry" },
  ])("of a profile: %j", async (facts) => {
    const { id } = await makeMember(owner, { role: "daddy" });
    expect(await record(() => setProfile(id, facts))).toEqual([{ kind: "profile", memberId: id }]);
  });

  test("when a member comes, and when one goes for ever", async () => {
    let id = "";
    const come = await record(async () => {
      id = (await makeMember(owner)).id;
    });
    expect(come).toEqual([{ kind: "profile", memberId: id }]);
    const go = await record(() => owner.deleteFrom("profile").where("memberId", "=", id).execute());
    expect(go).toEqual([{ kind: "profile", memberId: id }]);
  });

  test("of premium and of a highlight", async () => {
    const premiumUntil = new Date(now.getTime() + 3_600_000);
    expect(await record(() => grant(db, { id: dan }, { premiumUntil }))).toEqual([{ kind: "profile", memberId: dan }]);
    const highlighted = await record(() => grant(db, { id: dan }, { highlightedUntil: premiumUntil }));
    expect(highlighted).toEqual([{ kind: "profile", memberId: dan }]);
  });

  test.each(["hidden_pair", "photo", "favorite", "entitlement", "conversation"])(
    "of all profiles when %s is emptied",
    async (table) => {
      const emptied = owner.transaction().execute(async (trx) => {
        const cursor = await sql<{ tx: string }>`select pg_current_xact_id()::text as tx`.execute(trx);
        await sql`truncate ${sql.table(table)} cascade`.execute(trx);
        const { rows } = await sql<{ kind: string }>`
          select distinct kind from profile_change where tx = ${cursor.rows[0]?.tx}::xid8`.execute(trx);
        throw new Error(rows.map(({ kind }) => kind).join());
      });
      await expect(emptied).rejects.toThrow(/^all$/);
    },
  );

  test("of the first photo", async () => {
    const remove = (position: number) =>
      db.deleteFrom("photo").where("memberId", "=", dan).where("position", "=", position).execute();
    expect(await record(() => remove(1))).toEqual([]);
    expect(await record(() => remove(0))).toEqual([{ kind: "profile", memberId: dan }]);
    expect(await record(() => makePhotos(owner, dan, [0]))).toEqual([{ kind: "profile", memberId: dan }]);
  });

  test("of a hidden presence, and of the first ping", async () => {
    const hide = await record(() => changePresenceHidden(db, dan, true, now));
    expect(hide).toEqual([{ kind: "profile", memberId: dan }]);
    const ping = await record(() => addPings(db, [{ memberId: ana, at: now }], now));
    expect(ping).toEqual([{ kind: "profile", memberId: ana }]);
  });

  test("of the members whom a viewer sees, likes and talks with", async () => {
    const both = [ana, dan].sort().map((memberId) => ({ kind: "viewer", memberId }));
    const recordSorted = async (work: () => Promise<unknown>) =>
      (await record(work)).sort((a, b) => ((a.memberId ?? "") < (b.memberId ?? "") ? -1 : 1));
    expect(await recordSorted(() => hidePair(db, ana, dan))).toEqual(both);
    expect(await recordSorted(() => makeConversation(owner, ana, dan))).toEqual(both);
    const favorite = { memberId: ana, favoriteId: dan, createdAt: now };
    expect(await record(() => db.insertInto("favorite").values(favorite).execute())).toEqual([
      { kind: "viewer", memberId: ana },
    ]);
  });

  test("as one, when the order of many was drawn again, or many changed at once", async () => {
    const someone = (shuffleKey: number): SeedMember => ({
      id: randomId(),
      role: "daddy",
      tier: 2,
      shuffleKey,
      age: 30,
      cityId: 3_550_308,
      isWildcardCity: false,
      isActive: true,
    });
    const members = Array.from({ length: 2_001 }, (_, key) => someone(key));
    expect(await record(() => makePopulation(owner, members, dayInBrazil(now)))).toEqual([
      { kind: "all", memberId: null },
    ]);
    const draw = () => sql`update profile set shuffle_key = shuffle_key + 1`.execute(db);
    expect(await record(draw)).toEqual([{ kind: "order", memberId: null }]);
    const hide = () => sql`update profile set hidden_at = now() where role = 'daddy'`.execute(db);
    expect(await record(hide)).toEqual([{ kind: "all", memberId: null }]);
  });
});

describe("nothing is recorded", () => {
  test("of another ping, of a token spent, of a text that no card shows, and of what stays as it was", async () => {
    const { id } = await makeMember(owner, { role: "daddy" });
    await grant(db, { id }, { tokens: 5 });
    await addPings(db, [{ memberId: id, at: now }], now);
    expect(await record(() => addPings(db, [{ memberId: id, at: new Date() }], new Date()))).toEqual([]);
    expect(await record(() => grant(db, { id }, { tokens: -1 }))).toEqual([]);
    expect(await record(() => setProfile(id, { bio: "Outra.", updatedAt: new Date() }))).toEqual([]);
    expect(await record(() => setProfile(id, { name: "Ana", tier: 2 }))).toEqual([]);
  });

  test("of staff who come", async () => {
    expect(await record(() => makeMember(owner, { role: "admin" }))).toEqual([]);
  });
});

describe("changes are read", () => {
  test("each once, in whatever order their transactions began and ended", async () => {
    const [early, late] = [await makeMember(owner), await makeMember(owner)];
    let cursor = await takeCursor();
    const read = async () => {
      const foundChanges = await readSince(cursor);
      cursor = foundChanges.cursor;
      return foundChanges.changes.map(({ memberId }) => memberId);
    };
    const rename = (trx: Db, { id }: { id: string }, name: string) =>
      trx.updateTable("profile").set({ name }).where("memberId", "=", id).execute();
    await owner.transaction().execute(async (trx) => {
      await rename(trx, early, "Bia");
      await rename(db, late, "Bia");
      expect(await read()).toEqual([late.id]);
      expect(await read()).toEqual([]);
      await rename(db, late, "Cris");
      expect(await read()).toEqual([late.id]);
    });
    expect(await read()).toEqual([early.id]);
    expect(await read()).toEqual([]);
  });

  test("not at all when their transaction is undone", async () => {
    const { id } = await makeMember(owner);
    const undo = () =>
      db.transaction().execute(async (trx) => {
        await trx.updateTable("profile").set({ name: "Bia" }).where("memberId", "=", id).execute();
        throw new Error("undone");
      });
    expect(await record(() => undo().catch(() => {}))).toEqual([]);
  });

  test("never in part: a reader of an hour ago gets none of them", async () => {
    const cursor = await takeCursor();
    const takenAt = new Date(Date.now() - 60 * 60_000).toISOString();
    expect(await listChanges(db, { ...cursor, takenAt })).toBeUndefined();
  });
});

describe("changes are removed", () => {
  /** Makes every stored horizon, a snapshot with its time, an hour older. */
  const age = () => sql`update profile_change_horizon set taken_at = taken_at - interval '61 minutes'`.execute(owner);
  const listKept = async () => {
    const { rows } = await sql<{ memberId: string }>`select member_id from profile_change`.execute(owner);
    return rows.map(({ memberId }) => memberId);
  };

  test("once they have been there to be read for an hour, and no sooner", async () => {
    const { id } = await makeMember(owner);
    await pruneChanges(db);
    await pruneChanges(db);
    expect(await listKept()).toContain(id);
    await age();
    const later = await makeMember(owner);
    expect(await pruneChanges(db)).toBeGreaterThan(0);
    expect(await listKept()).toEqual([later.id]);
  });

  test("with what a copy of another server's database brought, whose snapshots remove none of this server's", async () => {
    await pruneChanges(db);
    const { id } = await makeMember(owner);
    await sql`
      insert into profile_change (tx, kind, member_id) select tx, 'profile', ${randomId()}
      from (select (pg_current_xact_id()::text::bigint + 1000000)::text::xid8 as tx) later`.execute(owner);
    await sql`
      insert into profile_change_horizon (taken_at, snapshot)
      select clock_timestamp() - interval '61 minutes', (later || ':' || later || ':')::pg_snapshot
      from (select pg_current_xact_id()::text::bigint + 2000000 as later) other`.execute(owner);
    await pruneChanges(db);
    expect((await listKept()).at(-1)).toBe(id);
  });

  test("an hour after their transaction ended, not after it began", async () => {
    const { id } = await makeMember(owner);
    await age();
    await owner.transaction().execute(async (trx) => {
      await trx.updateTable("profile").set({ name: "Bia" }).where("memberId", "=", id).execute();
      await pruneChanges(db);
      await age();
    });
    await pruneChanges(db);
    expect(await listKept()).toContain(id);
  });
});
