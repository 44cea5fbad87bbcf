import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { makeBackup } from "../features/backup/commands.ts";
import { restore } from "../features/backup/restore-commands.ts";
import { connectionUrl } from "../platform/database/connection-url.ts";
import { makeEmptyDatabase } from "./empty-database.ts";
import { makeFolder } from "./folders.ts";
import type { World } from "./world.ts";

const never = new AbortController().signal;

type BackupChanges = {
  folder?: string;
  backupKey?: string;
  args?: string[];
  signal?: AbortSignal;
  databaseUrl?: string;
  dataDir?: string;
};
export type RestoreChanges = {
  backupKey?: string;
  args?: string[];
  repeatErasures?: Parameters<typeof restore>[2]["repeatErasures"];
};

/** Runs `npm run backup` for the world. Returns the newest backup, the list of erasures beside it, and what was printed. */
export async function backUp(world: World, changes: BackupChanges = {}) {
  const { backupKey, args = [], signal = never } = changes;
  const { databaseUrl = world.connectionString, dataDir = world.dataDir } = changes;
  const folder = changes.folder ?? (await makeFolder());
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  await makeBackup({ dataDir, databaseUrl, backupKey, s3: world.s3 }, ["--to", folder, ...args], { say, signal });
  const names = (await readdir(folder)).filter((name) => name.startsWith("caramelo-")).sort();
  return { folder, file: join(folder, names.at(-1) ?? ""), list: join(folder, "erasures"), text: lines.join("\n") };
}

/**
 * Begins `npm run restore` into a new folder, an empty part of the world's bucket if it has one, and a new database; by
 * default with the world's master key.
 */
export async function restoreFrom(world: World, file: string, changes: RestoreChanges = {}) {
  const { backupKey, args = ["--master-key", join(world.dataDir, "master-key")] } = changes;
  const { repeatErasures = async () => 0 } = changes;
  const connection = await makeEmptyDatabase();
  const folder = await makeFolder();
  const s3 = world.s3 && { ...world.s3, prefix: `restored-${randomUUID()}/` };
  const lines: string[] = [];
  const restoring = restore(
    { databaseUrl: connectionUrl(connection), backupKey, s3 },
    ["--from", file, "--into", folder, ...args],
    { say: (line) => void lines.push(line), signal: never, repeatErasures },
  );
  return { connection, folder, s3, restoring, text: () => lines.join("\n") };
}
