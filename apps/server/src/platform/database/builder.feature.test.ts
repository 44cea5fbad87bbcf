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
