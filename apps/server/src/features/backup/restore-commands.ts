import { constants, existsSync } from "node:fs";
import { chmod, copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeDataFolder } from "@caramelo/embedded-postgres";
import { type Connection, withClient } from "../../platform/database/database.ts";
import { migrate, prepareQueue } from "../../platform/database/migrate.ts";
import { dropQueue, isEmptyDatabase } from "../../platform/database/refill-tables.ts";
import { openServer } from "../../platform/database/server.ts";
import { allowAnyMasterKey, readMasterKeyMark } from "../../platform/secrets/master-key-mark.ts";
import { hasMasterKey, type MasterKeyPlace } from "../../platform/secrets/sealer.ts";
import { type ErasureEntry, entriesOf, newestOf } from "../../platform/storage/erasure-list.ts";
import { fileStores, placeOf } from "../../platform/storage/inventory.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { openStores, type StoreSettings } from "../../platform/storage/stores.ts";
import { type BackupPlaceSettings, type BackupSource, openBackupSource, readErasuresBeside } from "./backup-place.ts";
import { type Contents, checkBackup, type Findings, loadBackup } from "./load-backup.ts";
import { markRestore, unmarkRestore } from "./mark-restore.ts";
import { describeTotals } from "./rules.ts";

type Settings = Pick<MasterKeyPlace, "masterKey"> &
  Pick<StoreSettings, "s3"> &
  Pick<BackupPlaceSettings, "backupS3"> & { databaseUrl: string | undefined; backupKey: string | undefined };
type Repeat = { entries: ErasureEntry[]; since: Date };
/** Replays the erasure list since a moment; returns how many members this erases. */
type RepeatErasures = (connection: Connection, repeat: Repeat) => Promise<number>;
type Run = { say: (line: string) => void; signal: AbortSignal; repeatErasures: RepeatErasures };

const RESTORE_OPTIONS = {
  from: { type: "string" },
  into: { type: "string" },
  "master-key": { type: "string" },
  "without-master-key": { type: "boolean" },
  erasures: { type: "string" },
  "without-erasures": { type: "boolean" },
  "without-jobs": { type: "boolean" },
  check: { type: "boolean" },
} as const;

type Wishes = {
  folder: string;
  masterKeyFile: string | undefined;
  erasures: string | undefined;
  isWithoutKey: boolean;
  isWithoutErasures: boolean;
  withJobs: boolean;
};

/** `npm run restore`: checks a backup and restores it into an empty folder and an empty database. */
export async function restore(settings: Settings, args: string[], { say, signal, repeatErasures }: Run): Promise<void> {
  const { values } = parseArgs({ args, options: RESTORE_OPTIONS });
  if (values.from === undefined)
    throw new Error("Say which backup: npm run restore -- --from FILE --into EMPTY_FOLDER");
  const { open, readErasures } = await openBackupSource(settings, values.from);
  const source = { open, readErasures, password: settings.backupKey, signal };
  say("Checking the backup …");
  const contents = await checkBackup(source);
  say(`It is whole. Backup of ${contents.header.takenAt}: ${describeTotals(contents.totals)}.`);
  if (values.check) return;
  if (values.into === undefined) throw new Error("Say where to: --into EMPTY_FOLDER, which becomes the new DATA_DIR.");
  const wishes = {
    folder: resolve(values.into),
    masterKeyFile: values["master-key"],
    erasures: values.erasures,
    isWithoutKey: values["without-master-key"] === true,
    isWithoutErasures: values["without-erasures"] === true,
    withJobs: values["without-jobs"] !== true,
  };
  const findings = await restoreInto(wishes, { settings, source, contents, say, repeatErasures });
  for (const line of describeRestore(findings, contents, { ...wishes, ...settings })) say(line);
}

type RestoreRun = {
  settings: Settings;
  source: Parameters<typeof checkBackup>[0] & Pick<BackupSource, "readErasures">;
  contents: Contents;
  say: Run["say"];
  repeatErasures: RepeatErasures;
};

type Outcome = Findings & { erasures: Repeated };
/** How many of the listed erasures were repeated, and the time of the newest line; undefined without a list. */
type Repeated = { listed: number; erased: number; newest: string | undefined } | undefined;

async function restoreInto(wishes: Wishes, run: RestoreRun): Promise<Outcome> {
  const { settings, source, contents, say } = run;
  const folder = makeDataFolder(wishes.folder);
  const before = await readdir(folder);
  assertEmpty(folder, before);
  const s3 = settings.s3?.isRetired ? undefined : settings.s3;
  const { photos: storage } = await openStores({ dataDir: folder, s3 });
  await assertNoPhotos(storage);
  await markRestore(folder);
  let isLoaded = false;
  try {
    await placeMasterKey({ dataDir: folder, masterKey: settings.masterKey }, wishes, contents.header.masterKeyMark);
    const entries = await placeErasures(folder, source, wishes);
    return await withServer(folder, { settings, say }, async (connection) => {
      const target = { connection, storage, withJobs: wishes.withJobs, now: new Date() };
      const findings = await fillEmpty(connection, () => loadBackup(source, contents, target));
      isLoaded = true;
      // The newer migrations run now, as at a start of this version.
      await migrate(connection);
      // Before anybody can see the erased members.
      const erasures = entries && (await repeatList(connection, entries, run));
      await withClient(connection, async (client) => {
        // The key of the backup is lost, so the first start makes another one.
        if (!hasMasterKey({ dataDir: folder, masterKey: settings.masterKey })) await allowAnyMasterKey(client);
        await client.query("analyze");
      });
      await unmarkRestore(folder);
      return { ...findings, erasures };
    });
  } catch (error) {
    if (!isLoaded) {
      await removePhotos(storage).catch((failure: unknown) =>
        say(`WARNING: photos are left in the bucket: ${String(failure)}`),
      );
      await removeOthers(folder, before);
    }
    throw error;
  }
}

async function repeatList(
  connection: Connection,
  entries: ErasureEntry[],
  { repeatErasures, contents }: RestoreRun,
): Promise<Repeated> {
  const repeatedErasures = await repeatErasures(connection, { entries, since: new Date(contents.header.takenAt) });
  return { listed: entries.length, erased: repeatedErasures, newest: newestOf(entries) };
}

async function withServer<T>(
  dataDir: string,
  { settings, say }: Pick<RestoreRun, "settings" | "say">,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const server = await openServer({ databaseUrl: settings.databaseUrl, dataDir, say });
  try {
    return await work(server.connection);
  } finally {
    await server.stop();
  }
}

// File systems make "lost+found" in an otherwise empty folder.
const MAY_BE_THERE: string[] = [fileStores.masterKey.place, fileStores.erasures.place, "lost+found"];

function assertEmpty(folder: string, names: string[]): void {
  const otherName = names.find((name) => !MAY_BE_THERE.includes(name));
  if (otherName === undefined) return;
  throw new Error(
    `${folder} is not empty (${otherName}): a backup is restored into an empty folder, or one with the ${fileStores.masterKey.place} alone.`,
  );
}

/** A bucket may have photos already. They would stay for ever, because no row of the restored database names them. */
async function assertNoPhotos(storage: Storage): Promise<void> {
  for await (const { key } of storage.list(""))
    throw new Error(
      `The bucket has photos below S3_PREFIX (${key}): a backup is restored below a prefix of its own, such as S3_PREFIX=restored.`,
    );
}

async function removePhotos(storage: Storage): Promise<void> {
  for await (const { key } of storage.list("")) await storage.remove(key);
}

/** Removes everything from a folder except `keptNames`, the names that it had before the restore. */
async function removeOthers(folder: string, keptNames: string[]): Promise<void> {
  const others = (await readdir(folder)).filter((name) => !keptNames.includes(name));
  for (const name of others) await rm(join(folder, name), { recursive: true });
}

async function fillEmpty<T>(connection: Connection, fill: () => Promise<T>): Promise<T> {
  if (!(await withClient(connection, isEmptyDatabase)))
    throw new Error("The database is not empty: a backup is restored into an empty one.");
  await prepareQueue(connection);
  try {
    return await fill();
  } catch (error) {
    await withClient(connection, dropQueue);
    throw error;
  }
}

/**
 * Puts the master key into the restored folder. Without the right key a start would make a new one, and no sealed data
 * could ever be opened again.
 */
async function placeMasterKey(
  target: MasterKeyPlace,
  { masterKeyFile, isWithoutKey }: Wishes,
  mark: string,
): Promise<void> {
  const place = placeOf(target.dataDir, "masterKey");
  if (masterKeyFile !== undefined) {
    await copyFile(resolve(masterKeyFile), place, constants.COPYFILE_EXCL);
    await chmod(place, 0o600);
  }
  if (hasMasterKey(target)) {
    if ((await readMasterKeyMark(target)) === mark) return;
    throw new Error("The master key is not the one that belongs to this backup.");
  }
  if (isWithoutKey) return;
  throw new Error(
    "The master key is missing. Name your copy of it: --master-key FILE, or set MASTER_KEY. If it is lost: --without-master-key; second factors of the staff, documents under review and the access log are lost with it.",
  );
}

/**
 * Puts the erasure list into the restored folder and returns it, unless the operator says that it is lost. Without it,
 * everybody who erased the account since the backup would be back.
 */
async function placeErasures(
  folder: string,
  backup: Pick<BackupSource, "readErasures">,
  wishes: Wishes,
): Promise<ErasureEntry[] | undefined> {
  const place = placeOf(folder, "erasures");
  const list = await findErasures(place, backup, wishes);
  if (list === undefined) {
    if (wishes.isWithoutErasures) return undefined;
    throw new Error(
      "The list of erasures is missing. It lies beside each backup and in the old DATA_DIR: name your newest copy of it: --erasures FILE. If it is lost: --without-erasures; who erased the account since this backup is then back.",
    );
  }
  // An existing list stays as it is, and may be newer than the one that the operator names.
  if (!existsSync(place) || wishes.erasures !== undefined) await writeFile(place, list, { mode: 0o600, flag: "wx" });
  return entriesOf(list);
}

/**
 * The list that the operator names or has put into the folder, else the newest one next to the master key or the
 * backup.
 */
async function findErasures(
  place: string,
  backup: Pick<BackupSource, "readErasures">,
  { erasures, masterKeyFile }: Wishes,
): Promise<Uint8Array | undefined> {
  if (erasures !== undefined) return readFile(resolve(erasures));
  if (existsSync(place)) return readFile(place);
  const besideKey = masterKeyFile === undefined ? undefined : await readErasuresBeside(resolve(masterKeyFile));
  const besideBackup = await backup.readErasures();
  if (!besideKey || !besideBackup) return besideKey ?? besideBackup;
  const momentOf = (list: Uint8Array) => newestOf(entriesOf(list)) ?? "";
  return momentOf(besideBackup) > momentOf(besideKey) ? besideBackup : besideKey;
}

const NO_LIST =
  "WARNING: there was no list of erasures: who erased the account since this backup is back. If one is found, restore again with --erasures FILE.";

function describeErasures(repeated: Repeated): string {
  if (!repeated) return NO_LIST;
  const { erased: erasedCount, listed: listedCount, newest } = repeated;
  const end = newest === undefined ? "which has no line" : `whose newest line is of ${newest}`;
  return `${erasedCount} accounts that were erased are not in it any more, of ${listedCount} on the list of erasures, ${end}.`;
}

type RestoreTarget = Wishes & { databaseUrl: string | undefined };

function describeRestore(
  findings: Outcome,
  { totals }: Contents,
  { folder, withJobs, databaseUrl }: RestoreTarget,
): string[] {
  const { sessions, wrongBalances, brokenAuditEntry, erasures } = findings;
  const jobs = withJobs ? "will be done after the first start" : "were left out";
  return [
    `Restored into ${folder}${databaseUrl === undefined ? "" : " and the database of DATABASE_URL"}: ${describeTotals(totals)}.`,
    brokenAuditEntry === null
      ? "The chain of the audit log is whole."
      : `WARNING: the audit log is broken at row ${brokenAuditEntry}, and was when the backup was made.`,
    wrongBalances === 0
      ? "Every balance is what its ledger adds up to."
      : `WARNING: ${wrongBalances} balances are not what their ledger adds up to, and were not when the backup was made.`,
    ...(totals.missing > 0 ? [`WARNING: ${totals.missing} photos were missing when the backup was made.`] : []),
    ...(totals.jobs > 0 ? [`${totals.jobs} jobs that waited, such as mails, ${jobs}.`] : []),
    describeErasures(erasures),
    `${sessions} sessions were ended: everybody signs in again.`,
    `Start it with DATA_DIR=${folder}.`,
  ];
}
