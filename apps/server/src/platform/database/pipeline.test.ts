import { sql } from "kysely";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import type { Places } from "./fixed-statement.ts";
import { pipelinedStatement } from "./pipeline.ts";

const world = await openWorld();
const { pipeline } = world.context;

type Move = { id: string; to: number };
const readStream = pipelinedStatement(
  ({ id }: Places<{ id: string }>) =>
    sql<{ lastSeq: number }>`select last_seq from member_stream where member_id = ${id}`,
);
const moveStream = pipelinedStatement(
  ({ id, to }: Places<Move>) => sql`update member_stream set last_seq = ${to} where member_id = ${id}`,
);
const fail = pipelinedStatement((_: Places<Record<string, never>>) => sql`select 1 / 0`);

const streamOf = async (id: string) =>
  (await world.db.selectFrom("memberStream").where("memberId", "=", id).select("lastSeq").executeTakeFirst())?.lastSeq;

/** The statements that were on their way over one connection at the same moment, at most. */
async function countUnanswered(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  const unanswered = new Map<pg.Client, number>();
  let most = 0;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const count = (unanswered.get(this) ?? 0) + 1;
    unanswered.set(this, count);
    most = Math.max(most, count);
    // Passes the same arguments on; what is sent here answers by a promise.
    const answer = Reflect.apply(query, this, args) as unknown as Promise<unknown>;
    return answer.finally(() => unanswered.set(this, (unanswered.get(this) ?? 0) - 1)) as never;
  });
  try {
    await work();
    return most;
  } finally {
    spy.mockRestore();
  }
}

test("statements of a pipeline do not wait for one another, and each sees what the one before it did", async () => {
  const { id } = await makeMember(world.owner);
  const work = () =>
    pipeline.transaction(async (trx) => {
      const [before, , after] = await trx.ask(readStream({ id }), moveStream({ id, to: 5 }), readStream({ id }));
      expect([before, after]).toEqual([[{ lastSeq: 0 }], [{ lastSeq: 5 }]]);
      expect(await streamOf(id)).toBe(0);
      await trx.commit(moveStream({ id, to: 6 }));
    });
  // The first three with the begin before them.
  expect(await countUnanswered(work)).toBe(4);
  expect(await streamOf(id)).toBe(6);
});

test("nothing is stored when a statement of a pipeline fails, when its work throws and when it does not commit", async () => {
  const { id } = await makeMember(world.owner);
  const failing = pipeline.transaction((trx) =>
    trx.commit(moveStream({ id, to: 7 }), fail({}), moveStream({ id, to: 8 })),
  );
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  const throwing = pipeline.transaction(async (trx) => {
    await trx.ask(moveStream({ id, to: 7 }));
    throw new Error("the work changed its mind");
  });
  await expect(throwing).rejects.toThrow("changed its mind");
  await pipeline.transaction((trx) => trx.ask(moveStream({ id, to: 7 })));
  expect(await streamOf(id)).toBe(0);
  // The connection is used again, and its statements still have their names.
  await pipeline.transaction((trx) => trx.commit(moveStream({ id, to: 9 }), moveStream({ id, to: 10 })));
  expect(await streamOf(id)).toBe(10);
});

test("a connection that is lost within a transaction is not used again", async () => {
  const { id } = await makeMember(world.owner);
  const killItself = pipelinedStatement(
    (_: Places<Record<string, never>>) => sql`select pg_terminate_backend(pg_backend_pid())`,
  );
  const lost = pipeline.transaction((trx) => trx.commit(moveStream({ id, to: 7 }), killItself({})));
  await expect(lost).rejects.toThrow();
  await pipeline.transaction((trx) => trx.commit(moveStream({ id, to: 8 })));
  expect(await streamOf(id)).toBe(8);
});

test("a pipeline has one plan for all values of a statement", async () => {
  const { id } = await makeMember(world.owner);
  const listPlans = pipelinedStatement(
    (_: Places<Record<string, never>>) => sql<{ genericPlans: number; customPlans: number }>`
      select generic_plans, custom_plans from pg_prepared_statements where statement like 'select last_seq%'`,
  );
  const plans = await pipeline.transaction(async (trx) => {
    const [, , counts] = await trx.ask(readStream({ id }), readStream({ id }), listPlans({}));
    return counts;
  });
  expect(plans).toEqual([{ genericPlans: expect.any(Number), customPlans: 0 }]);
  expect(plans[0]?.genericPlans).toBeGreaterThanOrEqual(2);
});
