import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { openWorld } from "../../testing/world.ts";
import { fixedStatement, type Places } from "./fixed-statement.ts";
import { isOutage } from "./outage.ts";
import { openReadConnections } from "./read-connections.ts";

const world = await openWorld();

function open(answerWithinMs = 20_000, restMs?: number) {
  const settings = { connectionString: world.connectionString, application_name: "reads of a test" };
  const onLost = vi.fn();
  const reads = openReadConnections({ settings, onLost, answerWithinMs, ...(restMs !== undefined && { restMs }) });
  onTestFinished(reads.close);
  const ask = (text: string, ...values: unknown[]) => reads.ask({ name: text, text, values });
  return { ask, onLost };
}

test("many who ask at once get their own answers, over a few connections", async () => {
  const { ask } = open();
  const asked = Array.from({ length: 200 }, (_, index) => index);
  const answers = await Promise.all(asked.map((index) => ask("select $1::int, pg_backend_pid()", index)));
  expect(answers.map(({ rows }) => rows[0]?.[0])).toEqual(asked);
  const processes = new Set(answers.map(({ rows }) => rows[0]?.[1]));
  expect(processes.size).toBeGreaterThan(1);
  expect(processes.size).toBeLessThanOrEqual(8);
});

test("many questions of one turn share few connections, and few have each one of their own", async () => {
  const { ask } = open();
  const connectionsOf = async (count: number) => {
    const asked = Array.from({ length: count }, () => ask("select pg_backend_pid() from pg_sleep(0.02)"));
    return new Set((await Promise.all(asked)).map(({ rows }) => rows[0]?.[0])).size;
  };
  // Opens all of them.
  await connectionsOf(40);
  expect(await connectionsOf(4)).toBe(4);
  expect(await connectionsOf(13)).toBe(4);
});

test("a question that fails leaves those around it alone", async () => {
  const { ask } = open();
  const divisors = Array.from({ length: 40 }, (_, index) => index % 4);
  const answers = await Promise.allSettled(divisors.map((by) => ask("select 12 / $1::int", by)));
  expect(answers.map((one) => (one.status === "fulfilled" ? one.value.rows[0]?.[0] : one.reason.code))).toEqual(
    divisors.map((by) => (by === 0 ? "22012" : 12 / by)),
  );
});

test("whoever asks after a connection was lost is answered over a new one, and the loss is reported", async () => {
  const { ask, onLost } = open();
  await ask("select 1");
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'reads of a test'`.execute(
    world.owner,
  );
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce());
  expect((await ask("select 1")).rows).toEqual([[1]]);
});

test("whoever waits for an answer when the connection is lost is told that the database is gone", async () => {
  const { ask, onLost } = open();
  let ended = 0;
  const wait = () =>
    ask("select pg_sleep(30)")
      .catch((error: unknown) => error)
      .finally(() => ended++);
  const waiting = Array.from({ length: 6 }, wait);
  await vi.waitFor(async () => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'reads of a test' and wait_event = 'PgSleep'`.execute(world.owner);
    expect(ended).toBe(6);
  });
  expect((await Promise.all(waiting)).map(isOutage)).toEqual(waiting.map(() => true));
  expect(onLost).toHaveBeenCalled();
  expect((await ask("select 1")).rows).toEqual([[1]]);
});

test("a connection over which nothing is asked is ended, and whoever asks next gets another one", async () => {
  const { ask, onLost } = open(20_000, 100);
  const first = (await ask("select pg_backend_pid()")).rows;
  const isOpen = () =>
    sql`select from pg_stat_activity where application_name = 'reads of a test'`
      .execute(world.owner)
      .then(({ rows }) => rows.length > 0);
  await vi.waitFor(async () => expect(await isOpen()).toBe(false), { timeout: 5_000 });
  expect((await ask("select pg_backend_pid()")).rows).not.toEqual(first);
  expect(onLost).not.toHaveBeenCalled();
});

test("nobody waits behind a slow question while another connection is free", async () => {
  const { ask } = open();
  await Promise.all(Array.from({ length: 16 }, () => ask("select pg_sleep(0.01)")));
  let isOver = false;
  const slow = ask("select pg_sleep(2)").then(() => {
    isOver = true;
  });
  await ask("select pg_sleep(0.1)");
  // As many as wait elsewhere, so that the slow one has no more before it.
  await Promise.all(Array.from({ length: 15 }, () => ask("select pg_sleep(0.05)")));
  expect(isOver).toBe(false);
  await slow;
});

test("a database that falls silent is given up, and counts as gone", async () => {
  const { ask } = open(1_000);
  await ask("select 1");
  const asked = await ask("select pg_sleep(30)").catch((error: unknown) => error);
  expect(isOutage(asked)).toBe(true);
  expect((await ask("select 1")).rows).toEqual([[1]]);
});

test("a database that cannot be reached fails each question", async () => {
  const reads = openReadConnections({
    settings: { host: "127.0.0.1", port: 1 },
    onLost: vi.fn(),
    answerWithinMs: 1_000,
  });
  const asked = ["a", "b"].map((name) => reads.ask({ name, text: "select 1", values: [] }));
  for (const one of asked) expect(isOutage(await one.catch((error: unknown) => error))).toBe(true);
  await reads.close();
});

test("a fixed statement has the same rows over them as in a transaction, the names in JSON too", async () => {
  type Row = { oneName: number; made: { someKey: { innerKey: number }[] }; tags: string[]; at: Date; none: null };
  const ask = fixedStatement(
    ({ at }: Places<{ at: Date }>) => sql<Row>`
      select 7 as one_name, json_build_object('some_key', json_build_array(json_build_object('inner_key', 1))) as made,
        array['a_b'] as tags, ${at}::timestamptz as at, null as none`,
  );
  const values = { at: new Date(0) };
  const [direct, inside] = [
    await ask(world.db, values),
    await world.db.transaction().execute((trx) => ask(trx, values)),
  ];
  const made = { someKey: [{ innerKey: 1 }] };
  expect(direct).toEqual([{ oneName: 7, made, tags: ["a_b"], at: new Date(0), none: null }]);
  expect(inside).toEqual(direct);
});

test("a value that stands in several places of a text is sent once, and each has its own type", async () => {
  const ask = fixedStatement(
    ({ one }: Places<{ one: number }>) => sql<{ sum: number; constant: number }>`
      select ${one}::int + ${one} + ${one} as sum, ${5}::int as constant`,
  );
  const query = vi.spyOn(world.db, "executeQuery");
  expect(await ask(world.db, { one: 2 })).toEqual([{ sum: 6, constant: 5 }]);
  expect(query).not.toHaveBeenCalled();
});
