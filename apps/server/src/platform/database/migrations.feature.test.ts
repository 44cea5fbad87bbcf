import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { describe, expect, inject, test, vi } from "vitest";
import { eachKind, slowTest } from "../../testing/each-kind.ts";
import { makeEmptyDatabase, makeMigratedDatabase } from "../../testing/empty-database.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { describeSchema } from "../../testing/schema.ts";
import { withDatabase } from "./connection-url.ts";
import { APP_ROLE, type Connection, mayActAsApp, openDatabase, withClient } from "./database.ts";
import { migrate, migrateTo, prepareQueue } from "./migrate.ts";

const names = (await readdir(new URL("../../migrations/", import.meta.url)))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();
const template = { connectionString: inject("templateUrl") };

test("every migration has a name of its timestamp, what it is to the last release, and what it does", () => {
  for (const name of names) expect(name).toMatch(/^\d{14}(-contract-\d{14})?-[a-z]+(-[a-z]+)+$/);
  expect(new Set(names.map((name) => name.slice(0, 14))).size).toBe(names.length);
});

async function readLinkKey(connection: Connection): Promise<string> {
  const { db, close } = openDatabase(connection, { role: APP_ROLE, max: 1 });
  const { value } = await db
    .selectFrom("secret")
    .select("value")
    .where("name", "=", "photo-links")
    .executeTakeFirstOrThrow();
  await close();
  return value.toString("hex");
}

test("an empty database runs every migration once, in order, also when two processes start at once, and has its own key for its links", async () => {
  const connection = await makeEmptyDatabase();
  const ran = await Promise.all([migrate(connection), migrate(connection)]);
  expect(ran.toSorted((a, b) => a.length - b.length)).toEqual([[], names]);
  expect(await migrate(connection)).toEqual([]);
  // The template is another installation on the same server.
  const keys = [await readLinkKey(connection), await readLinkKey(await makeMigratedDatabase())];
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
});

slowTest(
  "of two processes that start at once, one waits until the other has also brought the job queue up to date",
  async () => {
    const connection = await makeEmptyDatabase();
    const { db, close } = openDatabase(connection, { max: 2 });
    // The first process waits for this lock when it makes the queue's index.
    const starts = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('jobs_task_index'))`.execute(trx);
      const both = Promise.all([migrate(connection), migrate(connection)]);
      const waits = sql`select distinct objid from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
      await vi.waitFor(async () => expect((await waits.execute(db)).rows).toHaveLength(2), {
        timeout: 15_000,
        interval: 20,
      });
      return { both };
    });
    expect((await starts.both).map((list) => list.length).sort()).toEqual([0, names.length]);
    await close();
  },
);

slowTest(
  "[T81] of two processes that start at once after an upgrade, one makes the queue's index and the other finds it",
  async () => {
    const connection = await makeEmptyDatabase();
    await migrate(connection);
    const { db, close } = openDatabase(connection, { max: 2 });
    await sql`drop index graphile_worker.jobs_task_index`.execute(db);
    // While a job is being added, the index cannot be made: one process waits to make it, the other for its turn.
    const starts = await db.transaction().execute(async (trx) => {
      await sql`lock table graphile_worker._private_jobs in row exclusive mode`.execute(trx);
      const both = Promise.allSettled([prepareQueue(connection), prepareQueue(connection)]);
      await waitForLocks(db, 2);
      return { both };
    });
    expect((await starts.both).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    const { rows } = await sql`select from pg_class where relname = 'jobs_task_index'`.execute(db);
    expect(rows).toHaveLength(1);
    await close();
  },
);

describe("a release that starts on a database which a newer one has opened", () => {
  async function makeNewerDatabase(...later: string[]): Promise<Connection> {
    const connection = await makeMigratedDatabase();
    await withClient(connection, (client) =>
      client.query("insert into kysely_migration select name, '2099-01-01' from unnest($1::text[]) name", [later]),
    );
    return connection;
  }

  test("changes nothing when the newer steps only expand", async () => {
    const connection = await makeNewerDatabase("20990101000000-expand-add-nickname");
    expect(await migrate(connection)).toEqual([]);
    expect((await readState(connection)).recorded).toEqual([...names, "20990101000000-expand-add-nickname"]);
  });

  test("refuses, and says what to do, when one of them removes what it uses", async () => {
    const contract = "20990102000000-contract-20990101000000-drop-name";
    const connection = await makeNewerDatabase("20990101000000-expand-add-nickname", contract);
    await expect(migrate(connection)).rejects.toThrow(`“Upgrades”. (${contract})`);
  });
});

/** Makes a database as a version before the baseline left it. */
async function makeOldDatabase(lastMigration: string): Promise<Connection> {
  const connection = await makeEmptyDatabase();
  const { db, close } = openDatabase(connection, { max: 1 });
  await db.transaction().execute((trx) => migrateTo(trx, [lastMigration]));
  await close();
  return connection;
}

async function readState(connection: Connection) {
  const { db, close } = openDatabase(connection, { max: 1 });
  const schema = await describeSchema(db);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by timestamp, name`.execute(db);
  const secrets = await db.selectFrom("secret").select(["name", "value"]).orderBy("name").execute();
  await close();
  return { schema, recorded: rows.map(({ name }) => name), secrets };
}

describe("a database of a version before the baseline", () => {
  const versions = [
    "20261121080600-create-secrets",
    "20261121101000-add-mail-times-to-settings",
    "20261123120300-create-queue-functions",
    "20261125020000-announce-session-changes",
    "20261127040000-let-commands-change-settings",
  ];

  test.each(eachKind(versions, () => "old"))(
    "that ended with %s becomes the same as a new one",
    async (lastMigration) => {
      const [old, fresh] = [await makeOldDatabase(lastMigration), await makeMigratedDatabase()];
      const before = await readState(old);

      const ran = await migrate(old);

      expect(ran.filter((name) => before.recorded.includes(name))).toEqual([]);
      const [upgraded, madeState] = [await readState(old), await readState(fresh)];
      expect(upgraded.schema).toEqual(madeState.schema);
      expect(upgraded.recorded).toEqual(names);
      expect(upgraded.secrets.map(({ name }) => name)).toEqual(madeState.secrets.map(({ name }) => name));
      expect(upgraded.secrets.map(({ value }) => value.length)).toEqual(madeState.secrets.map(() => 32));
      expect(upgraded.secrets).toEqual(expect.arrayContaining(before.secrets));
      expect(await migrate(old)).toEqual([]);
    },
  );

  slowTest("is brought up to date once when two processes start at once", async () => {
    const connection = await makeOldDatabase("20261126010100-drop-message-references");
    const ran = await Promise.all([migrate(connection), migrate(connection)]);
    expect(ran.filter((list) => list.length === 0)).toHaveLength(1);
    expect((await readState(connection)).recorded).toEqual(names);
  });

  test("keeps its state when a step fails", async () => {
    const connection = await makeOldDatabase("20261121080600-create-secrets");
    const before = await readState(connection);
    const { db, close } = openDatabase(connection, { max: 1 });
    // Three steps run before the one that makes the table.
    await sql`create table favorite (id uuid)`.execute(db);
    await expect(migrate(connection)).rejects.toThrow("favorite");
    await sql`drop table favorite`.execute(db);
    await close();
    expect(await readState(connection)).toEqual(before);
  });

  test("is refused when it knows a migration that this version does not", async () => {
    const connection = await makeOldDatabase("20261121080600-create-secrets");
    const { db, close } = openDatabase(connection, { max: 1 });
    await sql`insert into kysely_migration (name, timestamp) values ('20261121080601-a-foreign-one', '2026-11-21T08:06:01Z')`.execute(
      db,
    );
    await close();
    await expect(migrate(connection)).rejects.toThrow("20261121080601-a-foreign-one");
  });
});

slowTest("two installations on one server can migrate at the same time", async () => {
  const databases = [await makeEmptyDatabase(), await makeEmptyDatabase()];
  expect(await Promise.all(databases.map((database) => migrate(database)))).toEqual([names, names]);
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
