import { sql } from "kysely";
import { expect, test } from "vitest";
import { addBlock, hasBlocked, listBlocks, removeBlock } from "../../base/pairs/block-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { makeMember } from "../../testing/people.ts";
import { makePopulation } from "../../testing/population.ts";
import { openWorld } from "../../testing/world.ts";
import { openCase } from "../moderation/queries/cases.ts";
import { addReport } from "../moderation/queries/reports.ts";

const world = await openWorld();
const now = new Date();
const PEOPLE = 3_000;

// One member has blocked and reported all others; half of the cases are closed.
const ana = await makeMember(world.owner);
const staff = await makeMember(world.owner, { role: "admin" });
const daddies = Array.from({ length: PEOPLE }, (_, index) => uuidv7(new Date(now.getTime() + index)));
await makePopulation(
  world.owner,
  daddies.map((id, index) => ({
    id,
    role: "daddy",
    tier: 2,
    shuffleKey: index,
    age: 40,
    cityId: 3_550_308,
    isWildcardCity: false,
    isActive: true,
  })),
  "2026-11-21",
);
await sql`
  insert into block (blocker_id, blocked_id, blocked_name, created_at)
  select ${ana.id}, id, 'Dan', now() - at * interval '1 minute' from unnest(${daddies}::uuid[]) with ordinality daddy (id, at)`.execute(
  world.owner,
);
await sql`
  insert into hidden_pair (viewer_id, other_id)
  select ${ana.id}, id from unnest(${daddies}::uuid[]) id
  union all select id, ${ana.id} from unnest(${daddies}::uuid[]) id`.execute(world.owner);
await sql`
  insert into report_case (id, reported_id, status, opened_at, reviewed_at, reviewed_by)
  select gen_random_uuid(), id, 'pending', now(), null, null::uuid from unnest(${daddies}::uuid[]) id
  union all
  select gen_random_uuid(), id, 'dismissed', now(), now(), ${staff.id} from unnest(${daddies}::uuid[]) id`.execute(
  world.owner,
);
await sql`
  insert into report (id, case_id, reporter_id, reason, created_at)
  select gen_random_uuid(), id, ${ana.id}, 'fake_profile', now() from report_case`.execute(world.owner);
for (const table of ["profile", "block", "hidden_pair", "report_case", "report"])
  await sql`vacuum (analyze) ${sql.table(table)}`.execute(world.owner);

type TouchedTable = { relname: string; seqScan: number; rows: number };

/** What a query reads, by table: sequential scans and rows. */
async function touch(ask: (db: Db) => Promise<unknown>): Promise<Record<string, Omit<TouchedTable, "relname">>> {
  const count = async (db: Db) => {
    const { rows } = await sql<TouchedTable>`
      select relname, seq_scan, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables
      where relname in ('block', 'hidden_pair', 'report_case', 'report', 'profile')
      order by relname`.execute(db);
    return rows;
  };
  return world.db.transaction().execute(async (trx) => {
    const before = await count(trx);
    await ask(trx);
    const after = await count(trx);
    return Object.fromEntries(
      after.map(({ relname, seqScan, rows }, index) => [
        relname,
        { seqScan: seqScan - (before[index]?.seqScan ?? 0), rows: rows - (before[index]?.rows ?? 0) },
      ]),
    );
  });
}

const dan = daddies[PEOPLE / 2] ?? "";
const middle = { at: new Date(now.getTime() - (PEOPLE / 2) * 60_000), id: dan };
const fresh = () => ({ id: uuidv7(now), reportedId: dan, openedAt: now });

// The planner reads some rows at the ends of an index, and a page reads one row more than it answers.
test.each<[string, (db: Db) => Promise<unknown>, number]>([
  ["the first page of blocks", (db) => listBlocks(db, ana.id, { before: undefined, limit: 25 }), 60],
  ["a later page of blocks", (db) => listBlocks(db, ana.id, { before: middle, limit: 25 }), 60],
  ["whether a member has blocked another", (db) => hasBlocked(db, ana.id, dan), 5],
  ["a new block", (db) => addBlock(db, { blockerId: dan, blockedId: ana.id, blockedName: "Ana", createdAt: now }), 10],
  ["the removal of a block", (db) => removeBlock(db, ana.id, daddies[7] ?? ""), 15],
  [
    "a report",
    async (db) => {
      const caseId = await openCase(db, fresh());
      await addReport(db, { id: uuidv7(now), caseId, reporterId: ana.id, reason: "harassment", createdAt: now });
    },
    10,
  ],
])("%s reads by an index only the rows that it needs, however many there are", async (_, ask, most) => {
  const touched = await touch(ask);
  expect(Object.keys(touched)).toHaveLength(5);
  for (const [table, { seqScan, rows }] of Object.entries(touched)) {
    expect(seqScan, table).toBe(0);
    expect(rows, table).toBeLessThanOrEqual(most);
  }
});
