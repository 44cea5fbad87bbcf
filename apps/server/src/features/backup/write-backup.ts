import { PHOTO_SIZE_NAMES } from "@caramelo/contract/limits";
import { sql } from "kysely";
import type { ClientBase } from "pg";
import { type AddEntry, writeArchive } from "../../platform/archive/archive.ts";
import { copyJobs } from "../../platform/database/copy-jobs.ts";
import { copyTable, listAppliedMigrations, listSequences, listTables } from "../../platform/database/copy-tables.ts";
import type { Connection, Db } from "../../platform/database/database.ts";
import { inLongSnapshot, inLongTransaction } from "../../platform/database/long-snapshot.ts";
import { PRODUCT_NAME } from "../../platform/product-name.ts";
import { photoKey } from "../../platform/storage/key-rules.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { holdPhotoBytes, listKeptObjects } from "../photos/object-queries.ts";
import {
  backupName,
  FORMAT,
  HEADER_ENTRY,
  type Header,
  jobsEntry,
  photoEntry,
  rowsEntry,
  TOTALS_ENTRY,
  type Totals,
} from "./rules.ts";

type Source = {
  /** A connection of the database's owner. */
  connection: Connection;
  storage: Pick<Storage, "get">;
  masterKeyMark: string;
};
type Target = {
  /** Where backups are stored. */
  storage: Pick<Storage, "putStream">;
  password: string | undefined;
  signal: AbortSignal;
};

export type Backup = { name: string; takenAt: Date; bytes: number; totals: Totals };

const OBJECTS = 200;

/**
 * Writes one archive with everything that the product stores at one moment, while the product may keep running. The
 * archive is stored in pieces, and gets its name when it is whole. No photo is removed until the photos are copied.
 * @throws when another backup is being made
 */
export function writeBackup(source: Source, target: Target): Promise<Backup> {
  const { password, signal } = target;
  return inLongTransaction(source.connection, async (guard) => {
    await beTheOnlyBackup(guard);
    // No bytes are removed from here on, so every photo that the snapshot refers to has its bytes.
    await holdPhotoBytes(guard);
    const takenAt = new Date();
    return inLongSnapshot(source.connection, async (trx, client) => {
      const name = backupName(takenAt, password !== undefined);
      const put = (archive: AsyncIterable<Uint8Array>) => target.storage.putStream(name, archive);
      let totals: Totals = { rows: {}, jobs: 0, files: 0, photos: 0, missing: 0 };
      const bytes = await writeArchive(put, { secret: password, signal }, async (add) => {
        const header = await readHeader(client, takenAt, source.masterKeyMark);
        await add(HEADER_ENTRY, asJson(header));
        const photos = await addPhotos(trx, source.storage, add);
        // This fails if the connection that holds the lock was lost: photos may have been removed since.
        await sql`select`.execute(guard);
        totals = { ...photos, ...(await addRows(client, header, add)) };
        await add(TOTALS_ENTRY, asJson(totals));
      });
      return { name, takenAt, bytes, totals };
    });
  });
}

const asJson = (value: unknown) => Buffer.from(JSON.stringify(value, undefined, 1));

async function beTheOnlyBackup(guard: Db): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('backup')) as is_free`.execute(guard);
  if (!rows[0]?.isFree) throw new Error("Another backup of this database is being made now.");
}

async function readHeader(client: ClientBase, takenAt: Date, masterKeyMark: string): Promise<Header> {
  const migrations = await listAppliedMigrations(client);
  if (migrations.length === 0) throw new Error("There is nothing to back up: the product has never been started here.");
  const facts = { product: PRODUCT_NAME, format: FORMAT, takenAt: takenAt.toISOString(), masterKeyMark };
  // Sequences are not part of a snapshot, so a value may be higher than the rows of this moment need, but never lower.
  return { ...facts, migrations, tables: await listTables(client), sequences: await listSequences(client) };
}

async function addPhotos(trx: Db, storage: Source["storage"], add: AddEntry) {
  const counts = { photos: 0, files: 0, missing: 0 };
  for (let last: string | undefined = ""; last !== undefined; ) {
    const names: string[] = await listKeptObjects(trx, last, OBJECTS);
    for (const name of names) {
      const files = await addPhoto(storage, name, add);
      counts.files += files;
      counts[files === PHOTO_SIZE_NAMES.length ? "photos" : "missing"] += 1;
    }
    last = names.at(-1);
  }
  return counts;
}

/** Adds a photo in all its sizes. Returns how many of the files storage had. */
async function addPhoto(storage: Source["storage"], fileName: string, add: AddEntry): Promise<number> {
  const keys = PHOTO_SIZE_NAMES.map((size) => photoKey(fileName, size));
  const foundObjects = await Promise.all(keys.map(async (key) => ({ key, object: await storage.get(key) })));
  const storedFiles = foundObjects.flatMap(({ key, object }) => (object ? [{ key, bytes: object.bytes }] : []));
  for (const { key, bytes } of storedFiles) await add(photoEntry(key), bytes);
  return storedFiles.length;
}

async function addRows(client: ClientBase, { tables }: Header, add: AddEntry) {
  const rows: Totals["rows"] = {};
  for (const table of tables) {
    let [count, part] = [0, 0];
    for await (const copiedPart of copyTable(client, table)) {
      part += 1;
      count += copiedPart.count;
      await add(rowsEntry(table.name, part), copiedPart.bytes);
    }
    rows[table.name] = count;
  }
  let [jobs, part] = [0, 0];
  for await (const copiedPart of copyJobs(client)) {
    part += 1;
    jobs += copiedPart.count;
    await add(jobsEntry(part), copiedPart.bytes);
  }
  return { rows, jobs };
}
