import { parseArgs } from "node:util";
import { countInEnglish } from "@caramelo/contract/formats/english";
import { periods } from "@caramelo/contract/personal-data/periods";
import { type Connection, openDatabase, withClient } from "../../platform/database/database.ts";
import { openServerBeside } from "../../platform/database/server.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { assertMasterKey, readMasterKeyMark } from "../../platform/secrets/master-key-mark.ts";
import type { MasterKeyPlace } from "../../platform/secrets/sealer.ts";
import { copyErasures } from "../../platform/storage/erasure-list.ts";
import { placeOf } from "../../platform/storage/inventory.ts";
import { isDataFolder } from "../../platform/storage/is-data-folder.ts";
import type { StoredObject } from "../../platform/storage/storage.ts";
import { openStores, type StoreSettings } from "../../platform/storage/stores.ts";
import { type BackupPlace, type BackupPlaceSettings, openBackupPlace } from "./backup-place.ts";
import { addBackupRun } from "./queries.ts";
import { BACKUPS, describeSize, describeTotals, isBackup, listOld } from "./rules.ts";
import { type Backup, writeBackup } from "./write-backup.ts";

type Settings = MasterKeyPlace &
  StoreSettings &
  BackupPlaceSettings & { databaseUrl: string | undefined; backupKey: string | undefined };
type Run = { say: (line: string) => void; signal: AbortSignal };

const DAY_MS = 86_400_000;
const RUNS_KEPT_MS = periods.backupRecords.days * DAY_MS;

const BACKUP_OPTIONS = { to: { type: "string" }, keep: { type: "string" }, list: { type: "boolean" } } as const;

/**
 * `npm run backup`: writes one file with everything into a folder or into the bucket of backups, whether the product is
 * running or not. With `--list` it only lists the existing backups.
 */
export async function makeBackup(settings: Settings, args: string[], { say, signal }: Run): Promise<void> {
  const { dataDir, databaseUrl, masterKey, s3, backupKey: password } = settings;
  const { values } = parseArgs({ args, options: BACKUP_OPTIONS });
  const keep = readKeep(values.keep);
  const place = await openBackupPlace(settings, values.to);
  if (values.list) return listAll(place, say);
  const needsFolder = masterKey === undefined || s3 === undefined || s3.isRetired === true;
  if (needsFolder && !isDataFolder(settings))
    throw new Error(`There is nothing to back up in ${dataDir}: is DATA_DIR the right one?`);
  const server = await openServerBeside({ databaseUrl, dataDir, say });
  try {
    const { connection } = server;
    // A restore accepts only the current key.
    await withClient(connection, (client) => assertMasterKey(client, settings));
    const masterKeyMark = await readMasterKeyMark(settings);
    const { photos, erasureList } = await openStores(settings);
    const source = { connection, storage: photos, masterKeyMark };
    const backup = await writeBackup(source, { storage: place.storage, password, signal });
    await copyErasures(erasureList, place.storage);
    for (const line of describeBackup(backup, place, settings)) say(line);
    await recordRun(connection, backup, password !== undefined).catch((error: unknown) => {
      say(`WARNING: the dashboard does not know of this backup: ${String(error)}`);
    });
    if (keep !== undefined) await removeOld(place, keep, say);
  } finally {
    await server.stop();
  }
}

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error("--keep must be the number of backups to keep, at least 1.");
  return Number(text);
}

async function removeOld(place: BackupPlace, keep: number, say: Run["say"]): Promise<void> {
  const names = (await listBackups(place)).map(({ key }) => key);
  for (const name of listOld(names, keep)) {
    await place.storage.remove(name);
    say(`Removed the older backup ${name}.`);
  }
}

async function listAll(place: BackupPlace, say: Run["say"]): Promise<void> {
  const backups = await listBackups(place);
  for (const { key, size } of backups) say(`${place.pathOf(key)} (${describeSize(size)})`);
  say(`${countInEnglish(backups.length, "backup")}.`);
}

/** The backups of a place, the oldest first. */
async function listBackups({ storage }: BackupPlace): Promise<StoredObject[]> {
  const backups: StoredObject[] = [];
  for await (const object of storage.list(BACKUPS)) if (isBackup(object.key)) backups.push(object);
  return backups.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function describeBackup({ name, takenAt, bytes, totals }: Backup, place: BackupPlace, settings: Settings): string[] {
  const { dataDir, masterKey, s3, backupKey } = settings;
  const missingPhotos = `WARNING: storage has lost ${totals.missing} photos that the database names.`;
  const open = "It is not encrypted: set BACKUP_KEY, or keep it where nobody else reads it.";
  return [
    `Backup of ${takenAt.toISOString()}: ${describeTotals(totals)}.`,
    `${place.pathOf(name)} (${describeSize(bytes)}${backupKey === undefined ? "" : ", encrypted"})`,
    ...(totals.missing > 0 ? [missingPhotos] : []),
    ...(backupKey === undefined ? [open] : []),
    masterKey
      ? "Not in it: MASTER_KEY. Keep a copy of it elsewhere, apart from the backups."
      : `Not in it: ${placeOf(dataDir, "masterKey")}. Keep a copy of that file elsewhere, apart from the backups.`,
    `Nor in it, so that a restore repeats erasures: ${s3 ? "the list of the bucket" : placeOf(dataDir, "erasures")}. A copy of now lies beside the backup; a restore needs the newest one.`,
  ];
}

/** Records a finished backup as the database's owner, because the product's own role may only read this table. */
async function recordRun(connection: Connection, { takenAt, bytes }: Backup, isEncrypted: boolean): Promise<void> {
  const { db, close } = openDatabase(connection, { max: 1 });
  const now = new Date();
  const run = { id: uuidv7(now), takenAt, finishedAt: now, bytes, isEncrypted };
  await addBackupRun(db, run, new Date(now.getTime() - RUNS_KEPT_MS)).finally(close);
}
