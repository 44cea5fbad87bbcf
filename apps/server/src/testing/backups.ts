import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type BackupPlace, openBackupPlace } from "../features/backup/backup-place.ts";
import { makeBackup } from "../features/backup/commands.ts";
import { restore } from "../features/backup/restore-commands.ts";
import { connectionUrl } from "../platform/database/connection-url.ts";
import type { S3Settings } from "../platform/storage/s3-bucket.ts";
import { makeEmptyDatabase } from "./empty-database.ts";
import { makeFolder } from "./folders.ts";
import type { World } from "./world.ts";

const never = new AbortController().signal;

/** The place of a test's backups: a folder, or in the project "bucket" below their own prefix. */
export type BackupTarget = BackupPlace & {
  /** The value of `--to`. */
  to: string;
  /** The value of `--from` for a backup in it. */
  from: (name: string) => string;
  backupS3: S3Settings | undefined;
};

export async function openBackupTarget({ s3 }: Pick<World, "s3">, folder?: string): Promise<BackupTarget> {
  const backupS3 = s3 && { ...s3, prefix: `backups-${randomUUID()}/` };
  const to = backupS3 ? "bucket:" : (folder ?? (await makeFolder()));
  const place = await openBackupPlace({ dataDir: "", backupS3 }, to);
  return { ...place, to, from: (name) => (backupS3 ? `bucket:${name}` : join(to, name)), backupS3 };
}

/** The names of all objects of a target. */
export async function listTarget({ storage }: Pick<BackupTarget, "storage">): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of storage.list("")) names.push(key);
  return names.sort();
}

type BackupChanges = {
  target?: BackupTarget;
  backupKey?: string;
  args?: string[];
  signal?: AbortSignal;
  databaseUrl?: string;
  dataDir?: string;
};
export type RestoreChanges = {
  backupKey?: string;
  args?: string[];
  /** The target; by default a new folder. */
  folder?: string;
  repeatErasures?: Parameters<typeof restore>[2]["repeatErasures"];
};
/** A backup that is restored: what `--from` names, and the settings of its bucket. */
export type MadeBackup = { from: string; backupS3?: S3Settings | undefined };

/** Runs `npm run backup` for the world. Returns the newest backup, its place, and what was printed. */
export async function backUp(world: World, changes: BackupChanges = {}) {
  const { backupKey, args = [], signal = never } = changes;
  const { databaseUrl = world.connectionString, dataDir = world.dataDir } = changes;
  const target = changes.target ?? (await openBackupTarget(world));
  const { to, backupS3 } = target;
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  await makeBackup({ dataDir, databaseUrl, backupKey, s3: world.s3, backupS3 }, ["--to", to, ...args], { say, signal });
  const name = (await listTarget(target)).filter((each) => each.startsWith("caramelo-")).at(-1) ?? "";
  return { target, name, from: target.from(name), backupS3, text: lines.join("\n") };
}

/**
 * Begins `npm run restore` into a folder, an empty part of the world's bucket if it has one, and a new database; by
 * default with the world's master key.
 */
export async function restoreFrom(world: World, { from, backupS3 }: MadeBackup, changes: RestoreChanges = {}) {
  const { backupKey, args = ["--master-key", join(world.dataDir, "master-key")] } = changes;
  const { repeatErasures = async () => 0 } = changes;
  const connection = await makeEmptyDatabase();
  const folder = changes.folder ?? (await makeFolder());
  const s3 = world.s3 && { ...world.s3, prefix: `restored-${randomUUID()}/` };
  const lines: string[] = [];
  const restoring = restore(
    { databaseUrl: connectionUrl(connection), backupKey, s3, backupS3 },
    ["--from", from, "--into", folder, ...args],
    { say: (line) => void lines.push(line), signal: never, repeatErasures },
  );
  return { connection, folder, s3, restoring, text: () => lines.join("\n") };
}
