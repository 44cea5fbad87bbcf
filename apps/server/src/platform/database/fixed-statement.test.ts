import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { openWorld } from "../../testing/world.ts";
import { fixedStatement, type Places } from "./fixed-statement.ts";
import { isOutage } from "./outage.ts";

const world = await openWorld();

test("a fixed statement is built once and gets the values of each call, in a transaction too", async () => {
  const build = vi.fn(
    ({ low, high }: Places<{ low: number; high: number }>) =>
      sql<{ lowAndHigh: number[] }>`select array[${low}::int, ${high}::int, ${7}::int, ${low}::int] as low_and_high`,
  );
  const ask = fixedStatement(build);
  expect(await ask(world.db, { low: 1, high: 2 })).toEqual([{ lowAndHigh: [1, 2, 7, 1] }]);
  const inside = world.db.transaction().execute((trx) => ask(trx, { high: 4, low: 3 }));
  expect(await inside).toEqual([{ lowAndHigh: [3, 4, 7, 3] }]);
  expect(build).toHaveBeenCalledOnce();
});

test("a fixed statement may be made with the query builder", async () => {
  const ask = fixedStatement(({ id }: Places<{ id: number }>, db) =>
    db.selectFrom("city").where("id", "=", id).select("name"),
  );
  expect(await ask(world.db, { id: 3_550_308 })).toEqual([{ name: "São Paulo" }]);
  expect(await ask(world.db, { id: 3_304_557 })).toEqual([{ name: "Rio de Janeiro" }]);
});

test("a value that is missing is null, and dates and bytes keep their types", async () => {
  type Values = { at: Date | null; bytes: Buffer };
  const ask = fixedStatement(
    ({ at, bytes }: Places<Values>) => sql<Values>`select ${at}::timestamptz as at, ${bytes}::bytea as bytes`,
  );
  const at = new Date(86_400_000);
  const bytes = Buffer.from([0, 255]);
  expect(await ask(world.db, { at, bytes })).toEqual([{ at, bytes }]);
  expect(await ask(world.db, { at: null, bytes })).toEqual([{ at: null, bytes }]);
});

test("nothing can be written by a fixed statement outside of a transaction", async () => {
  const write = fixedStatement(
    ({ id }: Places<{ id: number }>) => sql`update profile set city_id = city_id where city_id = ${id} returning 1`,
  );
  const refusal = await write(world.db, { id: 1 }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ message: "A fixed statement that writes needs a transaction." });
  // Nobody is to try it again.
  expect(isOutage(refusal)).toBe(false);
  expect(await world.db.transaction().execute((trx) => write(trx, { id: 1 }))).toEqual([]);
});

test("short reads do not wait for those that take long, however many these are", async () => {
  const LOCK = 2_026;
  const waitLong = fixedStatement(
    ({ lock }: Places<{ lock: number }>) => sql`select pg_advisory_xact_lock_shared(${lock}::int)`,
    { mayTakeLong: true },
  );
  const readShort = fixedStatement(
    ({ one }: Places<{ one: number }>) => sql<{ one: number }>`select ${one}::int as one`,
  );
  let ended = 0;
  const long = await world.owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const waiting = Array.from({ length: 40 }, () => waitLong(world.db, { lock: LOCK }).finally(() => ended++));
    for (let one = 0; one < 20; one += 1) expect(await readShort(world.db, { one })).toEqual([{ one }]);
    expect(ended).toBe(0);
    return waiting;
  });
  expect(await Promise.all(long)).toHaveLength(40);
});
