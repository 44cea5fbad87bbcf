import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, expect, inject, test, vi } from "vitest";
import { countLockWaits } from "../../testing/lock-waits.ts";
import { withDatabase } from "./connection-url.ts";
import { APP_ROLE, mayActAsApp, openDatabase, withClient } from "./database.ts";
import { migrate, prepareQueue } from "./migrate.ts";

const names = (await readdir(new URL("../../migrations/", import.meta.url)))
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();
const template = { connectionString: inject("templateUrl") };
const made: string[] = [];

async function onServer(statement: string): Promise<void> {
  await withClient(withDatabase(template, "postgres"), (client) => client.query(statement));
}

async function makeEmptyDatabase() {
  const name = `caramelo_empty_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${name}`);
  made.push(name);
  return withDatabase(template, name);
}

afterAll(async () => {
  for (const name of made) await onServer(`drop database ${name} with (force)`);
});

test("every migration has a name of its timestamp and what it does", () => {
  for (const name of names) expect(name).toMatch(/^\d{14}-[a-z]+(-[a-z]+)+$/);
  expect(new Set(names.map((name) => name.slice(0, 14))).size).toBe(names.length);
});

test("an empty database runs every migration once, in order", async () => {
  const connection = await makeEmptyDatabase();
  expect(await migrate(connection)).toEqual(names);
  expect(await migrate(connection)).toEqual([]);
});

test("of two processes that start at once, one runs the migrations and the other finds them done", async () => {
  const connection = await makeEmptyDatabase();
  const ran = await Promise.all([migrate(connection), migrate(connection)]);
  expect(ran.map((list) => list.length).sort()).toEqual([0, names.length]);
});

test("[T81] of two processes that start at once after an upgrade, one makes the queue's index and the other finds it", async () => {
  const connection = await makeEmptyDatabase();
  await migrate(connection);
  const { db, close } = openDatabase(connection, { max: 2 });
  await sql`drop index graphile_worker.jobs_task_index`.execute(db);
  // As long as somebody adds a job, neither can make it, so that both have looked before one has made it.
  const starts = await db.transaction().execute(async (trx) => {
    await sql`lock table graphile_worker._private_jobs in row exclusive mode`.execute(trx);
    const both = Promise.allSettled([prepareQueue(connection), prepareQueue(connection)]);
    await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(2), { timeout: 15_000, interval: 20 });
    return { both };
  });
  expect((await starts.both).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  const { rows } = await sql`select from pg_class where relname = 'jobs_task_index'`.execute(db);
  expect(rows).toHaveLength(1);
  await close();
});

test("two installations on one server can migrate at the same time", async () => {
  const databases = [await makeEmptyDatabase(), await makeEmptyDatabase()];
  const ran = await Promise.all(databases.map((database) => migrate(database)));
  expect(ran).toEqual([names, names]);
});

test("each installation has its own key for its links", async () => {
  const keys: string[] = [];
  for (const database of [await makeEmptyDatabase(), await makeEmptyDatabase()]) {
    await migrate(database);
    const { db, close } = openDatabase(database, { role: APP_ROLE, max: 1 });
    const { value } = await db
      .selectFrom("secret")
      .select("value")
      .where("name", "=", "photo-links")
      .executeTakeFirstOrThrow();
    keys.push(value.toString("hex"));
    await close();
  }
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
});

test("the product works as its own role, in UTC, and limits how long a statement runs", async () => {
  expect(await mayActAsApp(template)).toBe(true);
  const { db, close } = openDatabase(withDatabase(template, "postgres"), { role: APP_ROLE, max: 1 });
  const { rows } = await sql`
    select current_user as role, current_setting('timezone') as zone, current_setting('statement_timeout') as limit`.execute(
    db,
  );
  await close();
  expect(rows).toEqual([{ role: "caramelo_app", zone: "UTC", limit: "15s" }]);
});
