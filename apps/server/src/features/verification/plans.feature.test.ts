import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { makeMember } from "../../testing/people.ts";
import { makePopulation } from "../../testing/population.ts";
import { openWorld } from "../../testing/world.ts";
import { lockDocumentsOf, lockEndedDocuments, lockOrphanDocuments } from "./document-queries.ts";
import { findLatestRequest } from "./queries.ts";
import { countRequests, findDocument, findStaffRequest, listOtherRequests, listRequests } from "./staff-queries.ts";

const world = await openWorld();
const now = new Date();
const PEOPLE = 3_000;

// Everybody was verified once; fifty wait for another review.
const staff = await makeMember(world.owner, { role: "admin" });
const people = Array.from({ length: PEOPLE }, (_, index) => uuidv7(new Date(now.getTime() + index)));
const [someone = ""] = people;
await makePopulation(
  world.owner,
  people.map((id, index) => ({
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
  insert into verification_request (
    id, member_id, status, birth_on, created_at, updated_at, reviewed_at, reviewed_by, documents_end_at, sealed_key
  )
  select gen_random_uuid(), id, 'approved', date '1990-01-01', now() - at * interval '1 hour', now(), now(), ${staff.id}::uuid,
    now() + interval '1 day', case when at <= 100 then '\\x00'::bytea end
  from unnest(${people}::uuid[]) with ordinality person (id, at)
  union all
  select gen_random_uuid(), id, 'pending', date '1990-01-01', now() - at * interval '1 minute', now(), null, null, null, '\\x00'::bytea
  from unnest(${people.slice(0, 50)}::uuid[]) with ordinality person (id, at)`.execute(world.owner);
await sql`
  insert into verification_document (object_key, request_id, kind, created_at)
  select gen_random_uuid()::text, id, kind, created_at
  from verification_request, unnest(array['front', 'back', 'selfie']) kind`.execute(world.owner);
for (const table of ["profile", "member", "verification_request", "verification_document"])
  await sql`vacuum (analyze) ${sql.table(table)}`.execute(world.owner);
const { id: requestId } = await world.owner
  .selectFrom("verificationRequest")
  .where("status", "=", "pending")
  .select("id")
  .executeTakeFirstOrThrow();

/** How often a query reads a whole table of verifications or of members. */
async function countScans(ask: (db: Db) => Promise<unknown>): Promise<number> {
  const count = async (db: Db) => {
    const { rows } = await sql<{ scans: number }>`
      select coalesce(sum(seq_scan), 0)::int as scans from pg_stat_xact_user_tables
      where relname in ('verification_request', 'verification_document', 'member', 'profile')`.execute(db);
    return rows[0]?.scans ?? 0;
  };
  return world.db.transaction().execute(async (trx) => {
    const before = await count(trx);
    await ask(trx);
    return (await count(trx)) - before;
  });
}

const first = { offset: 0, limit: 20 };
test.each<[string, (db: Db) => Promise<unknown>]>([
  ["a page of all requests", (db) => listRequests(db, { ...first, status: undefined }, now)],
  ["a page of approved requests", (db) => listRequests(db, { ...first, status: "approved" }, now)],
  ["one request", (db) => findStaffRequest(db, requestId, now)],
  ["a member's other requests", (db) => listOtherRequests(db, someone, requestId, 20)],
  ["a member's latest request", (db) => findLatestRequest(db, someone)],
  ["a document", (db) => findDocument(db, requestId, "front")],
  ["the count of pending requests", (db) => countRequests(db, "pending")],
  ["the documents whose time is over", (db) => lockEndedDocuments(db, now, 100)],
  ["the documents of one request", (db) => lockDocumentsOf(db, [requestId])],
  ["old documents without a request", (db) => lockOrphanDocuments(db, new Date(now.getTime() - 400 * 3_600_000), 100)],
])("%s is found without reading a whole table", async (_, ask) => {
  expect(await countScans(ask)).toBe(0);
});
