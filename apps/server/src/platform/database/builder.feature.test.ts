import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import type { Db } from "./database.ts";

const world = await openWorld();
const db = world.context.sends;

const moveStream = (at: Db, id: string, to: number) =>
  sql`update member_stream set last_seq = ${to} where member_id = ${id}`.execute(at);
const fail = (at: Db) => sql`select 1 / 0`.execute(at);
const pidOf = async (at: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(at)).rows;
const streamOf = async (id: string) =>
  (await world.db.selectFrom("memberStream").where("memberId", "=", id).select("lastSeq").executeTakeFirst())?.lastSeq;

test("nothing is stored when a statement of a transaction fails, also one that was caught, and when its work throws", async () => {
  const { id } = await makeMember(world.owner);
  const failing = db.transaction().execute(async (trx) => {
    await moveStream(trx, id, 7);
    await fail(trx);
  });
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  const hiddenError = db.transaction().execute(async (trx) => {
    await moveStream(trx, id, 7);
    await fail(trx).catch(() => {});
  });
  await expect(hiddenError).rejects.toThrow();
  const throwing = db.transaction().execute(async (trx) => {
    await moveStream(trx, id, 7);
    throw new Error("the work changed its mind");
  });
  await expect(throwing).rejects.toThrow("changed its mind");
  expect(await streamOf(id)).toBe(0);
  // The connection can still be used.
  await db.transaction().execute((trx) => moveStream(trx, id, 9));
  expect(await streamOf(id)).toBe(9);
});

test("a statement that fails alone costs no connection", async () => {
  const before = await pidOf(db);
  await expect(fail(db)).rejects.toMatchObject({ code: "22012" });
  expect(await pidOf(db)).toEqual(before);
});

test("a connection that is lost within a transaction is not used again", async () => {
  const { id } = await makeMember(world.owner);
  const lostTransaction = db.transaction().execute(async (trx) => {
    await moveStream(trx, id, 7);
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
  });
  await expect(lostTransaction).rejects.toThrow();
  await db.transaction().execute((trx) => moveStream(trx, id, 8));
  expect(await streamOf(id)).toBe(8);
});

test("what changed is counted, and what was only read is not", async () => {
  const { id } = await makeMember(world.owner);
  expect((await moveStream(db, id, 3)).numAffectedRows).toBe(1n);
  expect((await sql`select 1`.execute(db)).numAffectedRows).toBeUndefined();
});

test("a transaction may read everything as of one moment", async () => {
  const { id } = await makeMember(world.owner);
  const seenState = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const read = () => trx.selectFrom("memberStream").where("memberId", "=", id).select("lastSeq").execute();
      const before = await read();
      await moveStream(world.db, id, 4);
      return [before, await read()];
    });
  expect(seenState).toEqual([[{ lastSeq: 0 }], [{ lastSeq: 0 }]]);
});

/** Lists the prepared statements of the current connection, and how often each ran. */
async function listPrepared(db: typeof world.db) {
  const { rows } = await sql<{ statement: string; runs: number }>`
    select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements`.execute(db);
  return rows;
}

test("a repeated read is parsed once for each connection and gets the values of each call", async () => {
  await world.db.connection().execute(async (db) => {
    const addOne = (value: number) => sql<{ answer: number }>`select ${value}::int + 1 as answer`.execute(db);
    for (const value of [1, 2, 3]) expect((await addOne(value)).rows).toEqual([{ answer: value + 1 }]);
    const preparedStatements = await listPrepared(db);
    expect(preparedStatements).toContainEqual({ statement: "select $1::int + 1 as answer", runs: 3 });
  });
});

test("writes and statements with a list are not prepared, because the number of their texts has no limit", async () => {
  await world.db.connection().execute(async (db) => {
    for (const count of [3, 4, 5]) {
      const ids = Array.from({ length: count }, () => "00000000-0000-7000-8000-000000000000");
      await db.selectFrom("member").where("id", "in", ids).select("id").execute();
      await db.deleteFrom("session").where("id", "in", ids).execute();
    }
    const keptStatements = (await listPrepared(db)).filter(({ statement }) => /"member"|"session"/.test(statement));
    expect(keptStatements).toEqual([]);
  });
});

test("a statement that failed can be run again", async () => {
  await world.db.connection().execute(async (db) => {
    const divide = (by: number) => sql<{ share: number }>`select 10 / ${by}::int as share`.execute(db);
    await expect(divide(0)).rejects.toMatchObject({ code: "22012" });
    expect((await divide(2)).rows).toEqual([{ share: 5 }]);
  });
});
