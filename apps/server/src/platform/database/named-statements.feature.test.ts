import { sql } from "kysely";
import { expect, test } from "vitest";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

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
