import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { type Entry, readArchive, writeArchive } from "../../platform/archive/archive.ts";
import { connectionUrl } from "../../platform/database/connection-url.ts";
import { listTables } from "../../platform/database/copy-tables.ts";
import { type Connection, type Db, openDatabase, withClient } from "../../platform/database/database.ts";
import { inLongTransaction } from "../../platform/database/long-snapshot.ts";
import { migrate, migrateTo, prepareQueue } from "../../platform/database/migrate.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { allowAnyMasterKey, assertMasterKey, markMasterKey } from "../../platform/secrets/master-key-mark.ts";
import type { S3Settings } from "../../platform/storage/s3-bucket.ts";
import {
  type BackupTarget,
  backUp,
  listTarget,
  type MadeBackup,
  openBackupTarget,
  type RestoreChanges,
  restoreFrom,
} from "../../testing/backups.ts";
import { eachKind, slowTest } from "../../testing/each-kind.ts";
import { makeEmptyDatabase } from "../../testing/empty-database.ts";
import { grant } from "../../testing/entitlements.ts";
import { makeFolder } from "../../testing/folders.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { addUnknownJob } from "../../testing/jobs.ts";
import { listStored, sweepUp } from "../../testing/leftovers.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeCase, makeMeasure, makeNotice } from "../../testing/moderation.ts";
import { makePaidOrder } from "../../testing/orders.ts";
import { makeMember } from "../../testing/people.ts";
import { storePhotosAsSent } from "../../testing/photos-as-sent.ts";
import { describeSchema } from "../../testing/schema.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { makeBackup } from "./commands.ts";
import { restore } from "./restore-commands.ts";
import { writeBackup } from "./write-backup.ts";

const world = await openWorld();
storePhotosAsSent(world);
const KEY = "a key of more than twenty characters";
const never = new AbortController().signal;
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);

async function withDb<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(connection, { max: 2 });
  return work(db).finally(close);
}

/** Every row of every table but those that a restore changes on purpose, as text. */
async function listRows(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('kysely_migration', 'backup_run') and relname not like 'profile\\_change%'`.execute(
    db,
  );
  const foundRows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const whole = name === "session" ? sql`to_jsonb(t) - 'ended_at'` : sql`to_jsonb(t)`;
    const { rows } = await sql<{
      row: string;
    }>`select (${whole})::text as row from ${sql.table(name)} t order by 1`.execute(db);
    foundRows[name] = rows.map(({ row }) => row);
  }
  return foundRows;
}

const HOSTILE = [
  "tab\there",
  "line\nbreak\r\n",
  "back\\slash \\N \\. \\t",
  "aspas \"'`",
  "ação 😀 ‮",
  "",
  "\\N",
  "a;b,c",
];

/** Adds members with messages, an order, a case, a notice and a measure, and texts that a careless copy would break. */
async function fill(): Promise<void> {
  const { owner, context } = world;
  const now = context.clock.now();
  const [ana, bruno] = [await makeWriter(world), await makeWriter(world, { role: "daddy" })];
  await grant(owner, bruno, { tokens: 20, conversations: 3 });
  for (const text of HOSTILE.filter((hostileText) => hostileText.trim() !== "")) await bruno.send(ana, text);
  await makePaidOrder(world, { id: bruno.id, role: "daddy" });
  const { id: staffId } = await makeMember(owner, { role: "admin" });
  await makeCase(world, ana.id);
  await makeNotice(world, ana.id);
  await makeMeasure(world, ana.id);
  for (const text of HOSTILE) {
    const entry = { at: now, actorId: staffId, subjectId: ana.id, details: { reason: text } };
    await addAuditEntry(owner, { ...entry, action: "member.suspended" });
  }
  for (const text of HOSTILE) {
    await sql`insert into operator_setting_change (name, after, actor_id, at)
      values ('brand:tagline', ${JSON.stringify(text)}::jsonb, ${staffId}, ${now})`.execute(owner);
  }
}

async function uploadPhoto() {
  const person = await makeSignedIn(world);
  const addAnswer = await person.browser.api.photos.add({ body: {}, photos: [small, small, small] });
  expect(addAnswer.status).toBe(200);
  return { ...person, ids: addAnswer.body.photos.map(({ id }) => id) };
}

let folderOfBackup: string;
let target: BackupTarget;
/** An encrypted backup that the tests share, and what the world had when it was made. */
let encrypted: Awaited<ReturnType<typeof backUp>>;
let had: { rows: Record<string, string[]>; files: string[] };
beforeAll(async () => {
  folderOfBackup = await mkdtemp(join(tmpdir(), "caramelo backup "));
  target = await openBackupTarget(world, folderOfBackup);
  await fill();
  await uploadPhoto();
  had = { rows: await listRows(world.owner), files: (await listStored(world)).sort() };
  encrypted = await backUp(world, { target, backupKey: KEY });
});

afterAll(() => rm(folderOfBackup, { recursive: true }));

describe("[D5.30] a backup", () => {
  test.each(eachKind([KEY, undefined], () => "a restore"))(
    "with the key %s is restored row by row, with photos, constraints and triggers",
    async (backupKey) => {
      const { text, ...backup } = backupKey ? encrypted : await backUp(world);
      expect(text).toContain(backupKey ? ", encrypted)" : "It is not encrypted");
      expect(text).toContain(`Not in it: ${world.dataDir}/master-key`);

      const {
        connection,
        folder,
        s3,
        restoring,
        text: printedText,
      } = await restoreFrom(world, backup, { ...(backupKey && { backupKey }) });
      await restoring;

      await withDb(connection, async (db) => {
        expect(await listRows(db)).toEqual(had.rows);
        expect(await describeSchema(db)).toEqual(await describeSchema(world.owner));
      });
      expect((await listStored({ dataDir: folder, s3 })).sort()).toEqual(had.files);
      expect((await readdir(folder)).sort()).toEqual(["erasures", "master-key", ...(s3 ? [] : ["storage"])]);
      expect(await readFile(join(folder, "master-key"))).toEqual(await readFile(join(world.dataDir, "master-key")));
      expect(printedText()).toContain(
        "The chain of the audit log is whole.\nEvery balance is what its ledger adds up to.",
      );
    },
  );

  test("has every table of the product except those with data that only this server can read", async () => {
    const { rows } = await sql<{ name: string }>`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(world.owner);
    const copiedTables = await withClient({ connectionString: world.connectionString }, listTables);
    const names = new Set(copiedTables.map(({ name }) => name));
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => !names.has(name))
        .sort(),
    ).toEqual(["kysely_migration", "kysely_migration_lock", "profile_change", "profile_change_horizon"]);
  });

  slowTest("continues from its state: numbers, the audit chain and the ledger", async () => {
    await fill();
    const backup = await backUp(world);
    const { connection, restoring } = await restoreFrom(world, backup);
    await restoring;
    await withDb(connection, async (db) => {
      const numbers = sql<{ next: number; last: number }>`
        select nextval(pg_get_serial_sequence('order_event', 'position')) as next,
          (select max(position) from order_event) as last`;
      const { rows } = await numbers.execute(db);
      expect(rows[0]?.next).toBeGreaterThan(rows[0]?.last ?? Number.POSITIVE_INFINITY);
      const entry = { at: new Date(), actorId: null, subjectId: null, details: {} };
      await addAuditEntry(db, { ...entry, action: "job.retried" });
      const chain = await sql<{ isWhole: boolean }>`
        select bool_and(hash = audit_entry_hash(entry)) and count(*) = max(id) as is_whole from audit_entry entry`.execute(
        db,
      );
      expect(chain.rows).toEqual([{ isWhole: true }]);
      const { id } = await makeMember(db);
      await grant(db, { id }, { tokens: 5 });
      expect(await db.selectFrom("entitlement").where("memberId", "=", id).select("tokens").execute()).toEqual([
        { tokens: 5 },
      ]);
    });
  });

  slowTest.each(["20261123162000-fold-search-text-faster", "20261127040000-let-commands-change-settings"])(
    "of an older version, which ended with %s, is brought up to date",
    async (lastMigration) => {
      const connection = await makeEmptyDatabase();
      await prepareQueue(connection);
      const id = uuidv7(new Date());
      await inLongTransaction(connection, async (trx, client) => {
        await migrateTo(trx, [lastMigration]);
        await client.query(
          "insert into member (id, email, password_hash, updated_at, created_at) values ($1, 'ana@x.invalid', 'x', now(), now())",
          [id],
        );
      });
      const { storage, from, backupS3 } = await openBackupTarget(world);
      const source = { connection, storage: world.context.storage, masterKeyMark: "old" };
      const { name } = await writeBackup(source, { storage, password: undefined, signal: never });

      const restoredCopy = await restoreFrom(
        world,
        { from: from(name), backupS3 },
        { args: ["--without-master-key", "--without-erasures"] },
      );
      await restoredCopy.restoring;

      expect(await migrate(restoredCopy.connection)).toEqual([]);
      await withDb(restoredCopy.connection, async (db) => {
        expect(await db.selectFrom("member").select("id").execute()).toEqual([{ id }]);
        expect(await db.selectFrom("backupRun").selectAll().execute()).toEqual([]);
        expect(await describeSchema(db)).toEqual(await describeSchema(world.owner));
      });
    },
  );

  slowTest("keeps the jobs that wait as they are, and does each once", async () => {
    const { id } = await makeMember(world.owner);
    const later = new Date(Date.now() + 3_600_000);
    const payload = { text: HOSTILE.join(" ") };
    await sql`delete from graphile_worker._private_jobs`.execute(world.owner);
    await addUnknownJob(world.db, "one", payload, { key: `of ${id}`, runAt: later, priority: 7, queue: "line" });
    await addUnknownJob(world.db, "failing", { a: [1, null] });
    await addUnknownJob(world.db, "failed", {});
    await sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'no "luck"'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'failing')`.execute(
      world.owner,
    );
    await sql`select graphile_worker.permanently_fail_jobs(array_agg(id), 'gone') from graphile_worker.jobs
      where task_identifier = 'failed'`.execute(world.owner);
    const listJobs = async (db: Db) => {
      const { rows } = await sql`
        select task_identifier, payload, jobs.queue_name, jobs.run_at, jobs.max_attempts, jobs.key, jobs.priority,
          jobs.attempts, jobs.locked_at
        from graphile_worker.jobs join graphile_worker._private_jobs private using (id)
        order by 1`.execute(db);
      return rows;
    };
    const before = await listJobs(world.owner);
    expect(before).toHaveLength(3);
    // A running job is backed up as a waiting one, because its process may die before the job ends.
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where priority = 7`.execute(
      world.owner,
    );
    const backup = await backUp(world);
    expect(backup.text).toContain("3 waiting jobs");

    const { connection, restoring } = await restoreFrom(world, backup);
    await restoring;
    await withDb(connection, async (db) => expect(await listJobs(db)).toEqual(before));

    const without = await restoreFrom(world, backup, {
      args: ["--master-key", join(world.dataDir, "master-key"), "--without-jobs"],
    });
    await without.restoring;
    await withDb(without.connection, async (db) => expect(await listJobs(db)).toEqual([]));
    await sql`delete from graphile_worker._private_jobs`.execute(world.owner);
  });

  slowTest(
    "[TB.15] keeps the mark of its master key unless it is restored without the key, and is not made with another key",
    async () => {
      const asOwner = <T>(work: Parameters<typeof withClient<T>>[1]) =>
        withClient({ connectionString: world.connectionString }, work);
      await asOwner((client) => markMasterKey(client, world));
      onTestFinished(() => asOwner(allowAnyMasterKey));
      const otherFolder = await makeFolder();
      await writeFile(join(otherFolder, "master-key"), Buffer.alloc(32, 7).toString("base64url"));
      await expect(backUp(world, { dataDir: otherFolder })).rejects.toThrow(
        "The master key is not the one of this database.",
      );
      const backup = await backUp(world);
      for (const [args, refusal] of [
        [["--master-key", join(world.dataDir, "master-key")], "The master key is not the one of this database."],
        [["--without-master-key", "--without-erasures"], undefined],
      ] as const) {
        const { connection, restoring } = await restoreFrom(world, backup, { args: [...args] });
        await restoring;
        const assertOther = withClient(connection, (client) => assertMasterKey(client, { dataDir: otherFolder }));
        await (refusal ? expect(assertOther).rejects.toThrow(refusal) : assertOther);
      }
    },
  );

  slowTest("ends every session: a browser knows changes that are not in the backup", async () => {
    await makeSignedIn(world);
    const backup = await backUp(world);
    const { connection, restoring } = await restoreFrom(world, backup);
    await restoring;
    await withDb(connection, async (db) => {
      const { rows } = await sql<{ all: number; open: number }>`
        select count(*)::int as all, count(*) filter (where ended_at is null)::int as open from session`.execute(db);
      expect(rows[0]?.all).toBeGreaterThan(0);
      expect(rows[0]?.open).toBe(0);
    });
  });
});

describe("[D5.30] while a backup copies photos", () => {
  /** Runs `work` when a backup reads its first photo, which is before it reads the rows. */
  function meanwhile(work: () => Promise<void>): void {
    const { storage } = world.context;
    let backupPromise: Promise<void> | undefined;
    sources.storage = {
      get: async (key) => {
        backupPromise ??= work();
        await backupPromise;
        return storage.get(key);
      },
    };
  }
  const sources: { storage: Pick<typeof world.context.storage, "get"> } = { storage: world.context.storage };

  async function backUpMeanwhile(work: () => Promise<void>) {
    meanwhile(work);
    const { storage, from, backupS3 } = await openBackupTarget(world);
    const source = { connection: { connectionString: world.connectionString }, ...sources, masterKeyMark: "m" };
    const { name, totals } = await writeBackup(source, { storage, password: undefined, signal: never });
    return { from: from(name), backupS3, totals };
  }

  slowTest("a photo that is removed is in the backup, and its bytes are swept afterwards", async () => {
    const person = await uploadPhoto();
    const rows = await world.owner.selectFrom("photo").where("memberId", "=", person.id).select("fileName").execute();
    const files = (await listStored(world)).filter((file) => file.startsWith(person.id));
    expect(files.length).toBeGreaterThan(rows.length);

    const backup = await backUpMeanwhile(async () => {
      const answer = await person.browser.api.photos.remove({ params: { id: person.ids[1] ?? "" } });
      expect(answer.status).toBe(200);
      // The photo's row is gone and an hour has passed, so only the backup keeps the sweep from removing the bytes.
      await expect(sweepUp(world)).rejects.toThrow("backup");
      expect((await listStored(world)).filter((file) => file.startsWith(person.id))).toEqual(files);
    });

    expect(backup.totals.missing).toBe(0);
    const { folder, s3, restoring } = await restoreFrom(world, backup, {
      args: ["--without-master-key", "--without-erasures"],
    });
    await restoring;
    expect((await listStored({ dataDir: folder, s3 })).filter((file) => file.startsWith(person.id)).sort()).toEqual(
      files.sort(),
    );
    const { files: leftFiles } = await sweepUp(world);
    expect(leftFiles.filter((file) => file.startsWith(person.id))).toHaveLength((files.length / 3) * 2);
  });

  slowTest("rows written meanwhile are not in the backup, and no write waits for it", async () => {
    await uploadPhoto();
    let late = "";
    const backup = await backUpMeanwhile(async () => {
      late = (await uploadPhoto()).id;
      const [ana, bruno] = [await makeWriter(world), await makeWriter(world, { role: "daddy" })];
      await grant(world.owner, bruno, { tokens: 1, conversations: 1 });
      expect((await bruno.send(ana)).status).toBe(200);
    });
    const { connection, restoring } = await restoreFrom(world, backup, {
      args: ["--without-master-key", "--without-erasures"],
    });
    await restoring;
    await withDb(connection, async (db) => {
      expect(await db.selectFrom("member").where("id", "=", late).select("id").execute()).toEqual([]);
    });
  });

  test("another backup of the same database is refused", async () => {
    await uploadPhoto();
    const target = await openBackupTarget(world);
    await backUpMeanwhile(async () => {
      await expect(backUp(world, { target })).rejects.toThrow("Another backup of this database is being made now.");
      expect(await listTarget(target)).toEqual([]);
    });
  });
});

describe("[D5.31] a restore refuses", () => {
  let bytes: Uint8Array;
  /** A backup without a key, because a key is slow to make on purpose. */
  let validBackup: MadeBackup;
  beforeAll(async () => {
    bytes = (await target.storage.get(encrypted.name))?.bytes ?? new Uint8Array();
    const folder = join(folderOfBackup, "without a key");
    await mkdir(folder);
    validBackup = await backUp(world, { target: await openBackupTarget(world, folder) });
  });

  /** Puts something in the place of a backup. */
  async function put(content: Uint8Array): Promise<MadeBackup> {
    const { storage, from, backupS3 } = await openBackupTarget(world);
    await storage.put("other", content);
    return { from: from("other"), backupS3 };
  }

  /** Expects a refusal with these words that leaves nothing in the folder and in the database. */
  async function expectRefused(
    words: string,
    { args, backup = validBackup, backupKey = KEY }: RestoreChanges & { backup?: MadeBackup },
  ) {
    const attempt = await restoreFrom(world, backup, { backupKey, ...(args && { args }) });
    await expect(attempt.restoring).rejects.toThrow(words);
    expect(await readdir(attempt.folder)).toEqual([]);
    expect(await listStored({ dataDir: attempt.folder, s3: attempt.s3 })).toEqual([]);
    await withDb(attempt.connection, async (db) => {
      const { rows } = await sql`select nspname from pg_namespace where nspname = 'graphile_worker'
        union all select relname from pg_class where relnamespace = 'public'::regnamespace`.execute(db);
      expect(rows).toEqual([]);
    });
  }

  test("without the key of the backup or with another one", async () => {
    const backupKey = "another key of twenty characters";
    await expectRefused("BACKUP_KEY is not the one of this file", { backup: encrypted, backupKey });
  });

  test("a damaged backup, before it touches anything", async () => {
    const damaged = Buffer.from(bytes);
    damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
    await expectRefused("The file is damaged", { backup: await put(damaged) });
    await expectRefused("The file is damaged", { backup: await put(damaged.subarray(0, -1)) });
    await expectRefused("The file is damaged", { backup: await put(Buffer.from("anything")) });
  });

  test("a backup that is not there", async () => {
    const from = target.from("caramelo-none.tar");
    const words = validBackup.backupS3 ? "There is no backup caramelo-none.tar in caramelo." : `'${from}'`;
    await expectRefused(words, { backup: { ...validBackup, from } });
  });

  test("without the master key, with another one, or with a file that is no key", async () => {
    await expectRefused("The master key is missing", { args: [] });
    const otherKeyFile = join(await makeFolder(), "key");
    await writeFile(otherKeyFile, Buffer.alloc(32, 7).toString("base64url"));
    await expectRefused("not the one that belongs to this backup", { args: ["--master-key", otherKeyFile] });
    await writeFile(otherKeyFile, "short");
    await expectRefused("is not a master key", { args: ["--master-key", otherKeyFile] });
  });

  slowTest("rows that break a promise of the database, and takes everything back", async () => {
    const whole: Entry[] = [];
    const reading = readArchive(Readable.from([bytes]), { secret: KEY, signal: never });
    for await (const entry of reading) whole.push(entry);
    const altered = whole.map(({ name, bytes }) => {
      const text = Buffer.from(bytes).toString("utf8");
      // The balance then belongs to a member who does not exist.
      return {
        name,
        bytes: name.startsWith("rows/entitlement/") ? Buffer.from(text.replace(/^.{8}/, "ffffffff")) : bytes,
      };
    });
    const brokenTarget = await openBackupTarget(world);
    const putBroken = (archive: AsyncIterable<Uint8Array>) => brokenTarget.storage.putStream("broken", archive);
    await writeArchive(putBroken, { secret: undefined, signal: never }, async (add) => {
      for (const entry of altered) await add(entry.name, entry.bytes);
    });
    const backup = { from: brokenTarget.from("broken"), backupS3: brokenTarget.backupS3 };
    const args = ["--master-key", join(world.dataDir, "master-key"), "--without-erasures"];
    await expectRefused("entitlement_member_id_fkey", { backup, args });
  });

  slowTest("a folder or a database with something in it", async () => {
    const { folder, s3, connection, restoring } = await restoreFrom(world, validBackup, { backupKey: KEY });
    await restoring;
    const again = (into: string, settings = s3) =>
      restore(
        { databaseUrl: connectionUrl(connection), backupKey: KEY, s3: settings, backupS3: validBackup.backupS3 },
        ["--from", validBackup.from, "--into", into, "--without-master-key", "--without-erasures"],
        { say: () => {}, signal: never, repeatErasures: async () => 0 },
      );
    await expect(again(folder)).rejects.toThrow(
      s3 ? "The bucket has photos below S3_PREFIX" : "is not empty (storage)",
    );
    const empty = await makeFolder();
    await expect(again(empty, s3 && { ...s3, prefix: "empty/" })).rejects.toThrow("The database is not empty");
    expect(await readdir(empty)).toEqual([]);
  });
});

describe("the command", () => {
  test("[D5.32] keeps the newest backups only, lists them, and records each", async () => {
    const target = await openBackupTarget(world);
    await target.storage.put("other.tar", Buffer.from("not ours"));
    for (let i = 0; i < 3; i += 1) await backUp(world, { target, args: ["--keep", "2"] });
    const names = (await listTarget(target)).filter((name) => name !== "other.tar" && name !== "erasures");
    expect(names).toHaveLength(2);
    const { rows } = await sql<{ count: number; bytes: number }>`
      select count(*)::int as count, (array_agg(bytes order by taken_at desc))[1] as bytes from backup_run`.execute(
      world.db,
    );
    expect(rows[0]?.count).toBeGreaterThanOrEqual(3);
    expect(rows[0]?.bytes).toBe((await target.storage.get(names.at(-1) ?? ""))?.size);
    const { text } = await backUp(world, { target, args: ["--list"] });
    expect(text).toMatch(
      new RegExp(`${names.map((name) => `${name}.* \\(\\d+\\.\\d MB\\)`).join("\\n.*")}\\n2 backups\\.$`),
    );
  });

  test("[D5.31] leaves nothing when it is stopped", async () => {
    const target = await openBackupTarget(world);
    const stopping = new AbortController();
    stopping.abort(new Error("Stopped."));
    await expect(backUp(world, { target, signal: stopping.signal })).rejects.toThrow("Stopped.");
    expect(await listTarget(target)).toEqual([]);
  });

  test.each([[["--keep", "0"]], [["--keep", "all"]], [["--sideways"]]])("refuses %j", async (args) => {
    await expect(backUp(world, { args })).rejects.toThrow();
  });

  test("refuses a folder in which the product never ran, and a database that it never opened", async () => {
    const [folder, target] = [await makeFolder(), await openBackupTarget(world)];
    await expect(backUp(world, { target, dataDir: folder })).rejects.toThrow("is DATA_DIR the right one?");
    await chmod(folder, 0o700);
    await copyFile(join(world.dataDir, "master-key"), join(folder, "master-key"));
    const databaseUrl = connectionUrl(await makeEmptyDatabase());
    await expect(backUp(world, { target, dataDir: folder, databaseUrl })).rejects.toThrow(
      "There is nothing to back up",
    );
    expect(await listTarget(target)).toEqual([]);
  });

  test("refuses such a folder also with a MASTER_KEY, unless all photos are in a bucket", async () => {
    const [dataDir, to] = [await makeFolder(), await makeFolder()];
    const masterKey = Buffer.alloc(32, 1);
    const settings = { dataDir, masterKey, databaseUrl: world.connectionString, backupKey: undefined };
    const backUpWith = async (s3?: S3Settings & { isRetired?: boolean }) =>
      makeBackup({ ...settings, s3 }, ["--to", to], { say: () => {}, signal: never });
    await expect(backUpWith()).rejects.toThrow("is DATA_DIR the right one?");
    if (world.s3) {
      await expect(backUpWith({ ...world.s3, isRetired: true })).rejects.toThrow("is DATA_DIR the right one?");
      await backUpWith(world.s3);
    }
    await mkdir(join(dataDir, "spool"));
    await backUpWith();
    expect((await readdir(to)).filter((name) => name.startsWith("caramelo-"))).toHaveLength(world.s3 ? 2 : 1);
  });
});
