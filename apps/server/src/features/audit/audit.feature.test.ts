import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

const entry = (action: string) => ({
  at: new Date("2026-11-21T10:00:00.123Z"),
  actorId: randomUUID(),
  action,
  subjectId: randomUUID(),
  details: { reason: 'texto com "aspas" e acentuação' },
});

/** Ids of the entries whose hash is not that of their content, or that do not follow the one before. */
async function listBrokenEntries(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, hash, previous_hash, audit_entry_hash(audit_entry) as expected,
        lag(hash, 1, ''::bytea) over (order by id) as before, row_number() over (order by id) as position
      from audit_entry
    ) as chain
    where hash <> expected or previous_hash <> before or id <> position
    order by id`.execute(world.owner);
  return rows.map((row) => row.id);
}

test("[D5.21] an entry holds the actor, the action, the subject and the time", async () => {
  const givenEntry = entry("test.kept");
  await addAuditEntry(world.db, givenEntry);
  const storedEntry = await world.db
    .selectFrom("auditEntry")
    .selectAll()
    .where("subjectId", "=", givenEntry.subjectId)
    .executeTakeFirstOrThrow();
  expect(storedEntry).toMatchObject(givenEntry);
});

test("[D5.21] entries that are added at once join the chain one after another, without a gap", async () => {
  const additions = [1, 2, 3].map((index) => () => addAuditEntry(world.db, entry(`test.${index}`)));
  await race(world.owner, holdWrites("auditEntry"), additions);
  expect(await listBrokenEntries()).toEqual([]);
});

test("[D5.21] an entry of a transaction that is rolled back does not exist, and leaves no gap", async () => {
  const givenEntry = entry("test.undone");
  const attempt = world.db.transaction().execute(async (trx) => {
    await addAuditEntry(trx, givenEntry);
    throw new Error("undone");
  });
  await expect(attempt).rejects.toThrow("undone");
  await addAuditEntry(world.db, entry("test.next"));
  const foundEntries = await world.db
    .selectFrom("auditEntry")
    .select("id")
    .where("subjectId", "=", givenEntry.subjectId)
    .execute();
  expect(foundEntries).toEqual([]);
  expect(await listBrokenEntries()).toEqual([]);
});

test("[D5.21] the product cannot choose the position or the hash of an entry", async () => {
  await sql`
    insert into audit_entry (id, at, action, previous_hash, hash)
    values (1000000, now(), 'test.forged', '\\x00', '\\x00')`.execute(world.db);
  expect(await listBrokenEntries()).toEqual([]);
});

test("[D5.21] an entry that was altered or removed outside of the product is detected", async () => {
  for (const action of ["a", "b", "c"]) await addAuditEntry(world.db, entry(`test.${action}`));
  const { rows } = await sql<{ id: number }>`select max(id) - 1 as id from audit_entry`.execute(world.owner);
  const id = rows[0]?.id ?? 0;
  const undoneChange = world.owner.transaction().execute(async (trx) => {
    await sql`alter table audit_entry disable trigger all`.execute(trx);
    await sql`update audit_entry set details = '{}' where id = ${id}`.execute(trx);
    const altered = await sql<{ id: number }>`
      select id from audit_entry where hash <> audit_entry_hash(audit_entry)`.execute(trx);
    expect(altered.rows).toEqual([{ id }]);
    await sql`delete from audit_entry where id = ${id}`.execute(trx);
    const orphans = await sql<{ id: number }>`
      select id from audit_entry as late
      where id > 1 and not exists (select from audit_entry where hash = late.previous_hash)`.execute(trx);
    expect(orphans.rows).toEqual([{ id: id + 1 }]);
    throw new Error("as it was");
  });
  await expect(undoneChange).rejects.toThrow("as it was");
});
