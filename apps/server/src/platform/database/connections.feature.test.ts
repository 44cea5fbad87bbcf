import { sql } from "kysely";
import type pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { PATIENT } from "../../testing/patience.ts";
import { openWorld } from "../../testing/world.ts";
import { openConnections } from "./connections.ts";
import { isOutage } from "./contention.ts";

const world = await openWorld();

function open(settings: pg.PoolConfig = {}) {
  const onLost = vi.fn();
  const connections = openConnections(
    { connectionString: world.connectionString, application_name: "a test of connections", max: 8, ...settings },
    { onLost, announcements: [] },
  );
  onTestFinished(() => connections.pool.end());
  const ask = async (text: string, ...values: unknown[]) => {
    const client = await connections.pool.connect();
    return connections.ask(client, { name: text, text, values }).finally(() => client.release());
  };
  return { ask, onLost };
}

test("many simultaneous callers get their own answers over a few connections", async () => {
  const { ask } = open();
  const askedNumbers = Array.from({ length: 200 }, (_, index) => index);
  const answers = await Promise.all(askedNumbers.map((index) => ask("select $1::int, pg_backend_pid()", index)));
  expect(answers.map(({ rows }) => rows[0]?.[0])).toEqual(askedNumbers);
  const processes = new Set(answers.map(({ rows }) => rows[0]?.[1]));
  expect(processes.size).toBeGreaterThan(1);
  expect(processes.size).toBeLessThanOrEqual(8);
});

test("a query that fails leaves those around it alone", async () => {
  const { ask } = open();
  const divisors = Array.from({ length: 40 }, (_, index) => index % 4);
  const answers = await Promise.allSettled(divisors.map((by) => ask("select 12 / $1::int", by)));
  expect(
    answers.map((answer) => (answer.status === "fulfilled" ? answer.value.rows[0]?.[0] : answer.reason.code)),
  ).toEqual(divisors.map((by) => (by === 0 ? "22012" : 12 / by)));
});

test("a caller who asks after a connection was lost is answered over a new one, and the loss is reported", async () => {
  const { ask, onLost } = open();
  await ask("select 1");
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'a test of connections'`.execute(
    world.owner,
  );
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), PATIENT);
  expect((await ask("select 1")).rows).toEqual([[1]]);
});

test("a caller who waits for an answer when the connection is lost is told that the database is gone", async () => {
  const { ask, onLost } = open();
  let endedCount = 0;
  const wait = () =>
    ask("select pg_sleep(30)")
      .catch((error: unknown) => error)
      .finally(() => endedCount++);
  const waitingQueries = Array.from({ length: 6 }, wait);
  await vi.waitFor(async () => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'a test of connections' and wait_event = 'PgSleep'`.execute(world.owner);
    expect(endedCount).toBe(6);
  }, PATIENT);
  expect((await Promise.all(waitingQueries)).map(isOutage)).toEqual(waitingQueries.map(() => true));
  // The query fails before its connection ends, and the pool may give out a connection until it has ended.
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(waitingQueries.length), PATIENT);
  expect((await ask("select 1")).rows).toEqual([[1]]);
});

test("a database that falls silent is given up, and counts as gone", async () => {
  const { ask } = open({ query_timeout: 1_000 });
  await ask("select 1");
  const outcome = await ask("select pg_sleep(30)").catch((error: unknown) => error);
  expect(isOutage(outcome)).toBe(true);
  expect((await ask("select 1")).rows).toEqual([[1]]);
});

test("a database that cannot be reached fails each query", async () => {
  const { ask } = open({ connectionString: undefined, host: "127.0.0.1", port: 1 });
  for (const query of [ask("select 1"), ask("select 1")])
    expect(isOutage(await query.catch((error: unknown) => error))).toBe(true);
});
