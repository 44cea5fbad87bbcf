import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { listQueries } from "../../testing/statements.ts";
import { openWorld } from "../../testing/world.ts";
import { isOutage } from "./contention.ts";
import { askPlannedAnew, type Params, statement } from "./statement.ts";

const world = await openWorld();

test("a statement is built once and gets the values of each call, in a transaction too", async () => {
  const build = vi.fn(
    ({ low, high }: Params<{ low: number; high: number }>) =>
      sql<{ lowAndHigh: number[] }>`select array[${low}::int, ${high}::int, ${7}::int, ${low}::int] as low_and_high`,
  );
  const ask = statement(build);
  expect(await ask(world.db, { low: 1, high: 2 })).toEqual([{ lowAndHigh: [1, 2, 7, 1] }]);
  const inside = world.db.transaction().execute((trx) => ask(trx, { high: 4, low: 3 }));
  expect(await inside).toEqual([{ lowAndHigh: [3, 4, 7, 3] }]);
  expect(build).toHaveBeenCalledOnce();
});

test("a statement may be made with the query builder", async () => {
  const ask = statement(({ id }: Params<{ id: number }>, db) =>
    db.selectFrom("city").where("id", "=", id).select("name"),
  );
  expect(await ask(world.db, { id: 3_550_308 })).toEqual([{ name: "São Paulo" }]);
  expect(await ask(world.db, { id: 3_304_557 })).toEqual([{ name: "Rio de Janeiro" }]);
});

test("a value that is missing is null, and dates and bytes keep their types", async () => {
  type Values = { at: Date | null; bytes: Buffer };
  const ask = statement(
    ({ at, bytes }: Params<Values>) => sql<Values>`select ${at}::timestamptz as at, ${bytes}::bytea as bytes`,
  );
  const at = new Date(86_400_000);
  const bytes = Buffer.from([0, 255]);
  expect(await ask(world.db, { at, bytes })).toEqual([{ at, bytes }]);
  expect(await ask(world.db, { at: null, bytes })).toEqual([{ at: null, bytes }]);
});

test("nothing can be written by a statement outside of a transaction", async () => {
  const write = statement(
    ({ id }: Params<{ id: number }>) => sql`update profile set city_id = city_id where city_id = ${id} returning 1`,
  );
  const refusal = await write(world.db, { id: 1 }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ message: "A statement that writes needs a transaction." });
  // The error must not look like one after which the work is tried again.
  expect(isOutage(refusal)).toBe(false);
  expect(await world.db.transaction().execute((trx) => write(trx, { id: 1 }))).toEqual([]);
});

test("short reads do not wait for those that take long, however many these are", async () => {
  const LOCK = 2_026;
  const waitLong = statement(
    ({ lock }: Params<{ lock: number }>) => sql`select pg_advisory_xact_lock_shared(${lock}::int)`,
    { connection: "long read" },
  );
  const readShort = statement(({ one }: Params<{ one: number }>) => sql<{ one: number }>`select ${one}::int as one`);
  let endedCount = 0;
  const long = await world.owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const waitingQueries = Array.from({ length: 40 }, () =>
      waitLong(world.db, { lock: LOCK }).finally(() => endedCount++),
    );
    for (let count = 0; count < 20; count += 1)
      expect(await readShort(world.db, { one: count })).toEqual([{ one: count }]);
    expect(endedCount).toBe(0);
    return waitingQueries;
  });
  expect(await Promise.all(long)).toHaveLength(40);
});

test("a statement has the same rows outside of a transaction as within, the names in JSON too", async () => {
  type Row = { oneName: number; made: { someKey: { innerKey: number }[] }; tags: string[]; at: Date; none: null };
  const ask = statement(
    ({ at }: Params<{ at: Date }>) => sql<Row>`
      select 7 as one_name, json_build_object('some_key', json_build_array(json_build_object('inner_key', 1))) as made,
        array['a_b'] as tags, ${at}::timestamptz as at, null as none`,
  );
  const values = { at: new Date(0) };
  const [direct, inside] = [
    await ask(world.db, values),
    await world.db.transaction().execute((trx) => ask(trx, values)),
  ];
  const madeJson = { someKey: [{ innerKey: 1 }] };
  expect(direct).toEqual([{ oneName: 7, made: madeJson, tags: ["a_b"], at: new Date(0), none: null }]);
  expect(inside).toEqual(direct);
});

test("a value that occurs several times in a text is sent once, and each occurrence has its own type", async () => {
  const ask = statement(
    ({ one }: Params<{ one: number }>) => sql<{ sum: number; constant: number }>`
      select ${one}::int + ${one} + ${one} as sum, ${5}::int as constant`,
  );
  const [askedQuery] = await listQueries(() => ask(world.db, { one: 2 }));
  expect(askedQuery?.values).toEqual([2, 5]);
  expect(await ask(world.db, { one: 2 })).toEqual([{ sum: 6, constant: 5 }]);
});

/** Lists the prepared statements of the current connection, and how often each ran. */
async function listPrepared(db: typeof world.db, beginning: string) {
  const { rows } = await sql<{ statement: string; runs: number }>`
    select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements
    where starts_with(statement, ${beginning})`.execute(db);
  return rows;
}

test("a statement is parsed once for each connection and gets the values of each call, also after one that failed", async () => {
  const divide = statement(({ by }: Params<{ by: number }>) => sql<{ share: number }>`select 10 / ${by}::int as share`);
  await world.db.connection().execute(async (db) => {
    await expect(divide(db, { by: 0 })).rejects.toMatchObject({ code: "22012" });
    for (const by of [1, 2, 5]) expect(await divide(db, { by })).toEqual([{ share: 10 / by }]);
    expect(await listPrepared(db, "select 10 /")).toEqual([{ statement: "select 10 / $1::int as share", runs: 3 }]);
  });
});

test("a statement that needs a new plan each time is not prepared", async () => {
  await world.db.connection().execute(async (db) => {
    const ask = (value: number) => askPlannedAnew(db, sql<{ fresh: number }>`select ${value}::int as fresh`);
    for (const fresh of [1, 2]) expect(await ask(fresh)).toEqual([{ fresh }]);
    expect(await listPrepared(db, "select $1::int as fresh")).toEqual([]);
  });
});

test("a statement of the sends has one plan for all values, also of lists", async () => {
  const readStreams = statement(
    ({ ids }: Params<{ ids: string[] }>) =>
      sql<{ lastSeq: number }>`select last_seq as listed from member_stream where member_id = any(${ids}::uuid[])`,
  );
  const plans = await world.context.sends.transaction().execute(async (trx) => {
    for (let turn = 0; turn < 7; turn += 1) await readStreams(trx, { ids: [randomUUID()] });
    const { rows } = await sql<{ genericPlans: number; customPlans: number }>`
      select generic_plans::int, custom_plans::int from pg_prepared_statements
      where statement like 'select last_seq as listed%'`.execute(trx);
    return rows;
  });
  expect(plans).toEqual([{ genericPlans: 7, customPlans: 0 }]);
});
