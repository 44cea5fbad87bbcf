import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { periods } from "@caramelo/contract/privacy/periods";
import { isPartial } from "../../platform/archive/archive-file.ts";
import { type Connection, openDatabase } from "../../platform/database/database.ts";
import { openServerBeside } from "../../platform/database/server.ts";
import { uuidv7 } from "../../platform/ids.ts";
import type { MasterKeyPlace } from "../../platform/secrets/sealer.ts";
import { copyErasures } from "../../platform/storage/erasure-list.ts";
import { isDataFolder } from "../../platform/storage/is-data-folder.ts";
import { placeOf } from "../../platform/storage/place-of.ts";
import { openStores, type StoreSettings } from "../../platform/storage/stores.ts";
import { addBackupRun } from "./queries.ts";
import { readMasterKeyMark } from "./read-master-key-mark.ts";
import { backupName, describeSize, describeTotals, listOld } from "./rules.ts";
import { type Backup, writeBackup } from "./write-backup.ts";

type Settings = MasterKeyPlace & StoreSettings & { databaseUrl: string | undefined; backupKey: string | undefined };
type Run = { say: (line: string) => void; signal: AbortSignal };

const DAY_MS = 86_400_000;
const RUNS_KEPT_MS = periods.backupRecords.days * DAY_MS;
// A backup file that has not changed for this long is not being written any more.
const ABANDONED_MS = 3_600_000;

/** `npm run backup`: writes one file with everything, whether or not the product is running. */
export async function makeBackup(settings: Settings, args: string[], { say, signal }: Run): Promise<void> {
  const { dataDir, databaseUrl, masterKey, s3, backupKey: password } = settings;
  const { values } = parseArgs({ args, options: { to: { type: "string" }, keep: { type: "string" } } });
  const keep = readKeep(values.keep);
  const needsFolder = masterKey === undefined || s3 === undefined || s3.isRetired === true;
  if (needsFolder && !isDataFolder(settings))
    throw new Error(`There is nothing to back up in ${dataDir}: is DATA_DIR the right one?`);
  const folder = resolve(values.to ?? placeOf(dataDir, "backups"));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder);
  const server = await openServerBeside({ databaseUrl, dataDir, say });
  try {
    const { connection } = server;
    const masterKeyMark = await readMasterKeyMark(settings);
    const fileOf = (takenAt: Date) => join(folder, backupName(takenAt, password !== undefined));
    const { photos: storage, erasureList } = await openStores(settings);
    const source = { connection, storage, masterKeyMark };
    const backup = await writeBackup(source, { fileOf, password, signal });
    await copyErasures(erasureList, folder);
    for (const line of describeBackup(backup, settings)) say(line);
    await recordRun(connection, backup, password !== undefined).catch((error: unknown) => {
      say(`WARNING: the dashboard does not know of this backup: ${String(error)}`);
    });
    if (keep !== undefined) await removeOld(folder, keep, say);
  } finally {
    await server.stop();
  }
}

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error("--keep must be the number of backups to keep, at least 1.");
  return Number(text);
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isPartial)) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(join(folder, name));
  }
}

async function removeOld(folder: string, keep: number, say: Run["say"]): Promise<void> {
  for (const name of listOld(await readdir(folder), keep)) {
    await rm(join(folder, name));
    say(`Removed the older backup ${name}.`);
  }
}

function describeBackup({ file, takenAt, bytes, totals }: Backup, settings: Settings): string[] {
  const { dataDir, masterKey, s3, backupKey } = settings;
  const lost = `WARNING: storage has lost ${totals.missing} photos that the database names.`;
  const open = "It is not encrypted: set BACKUP_KEY, or keep it where nobody else reads it.";
  return [
    `Backup of ${takenAt.toISOString()}: ${describeTotals(totals)}.`,
    `${file} (${describeSize(bytes)}${backupKey === undefined ? "" : ", encrypted"})`,
    ...(totals.missing > 0 ? [lost] : []),
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
