import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

// This file exists in a data folder from the beginning of a restore to its end.
const FILE = "restore-unfinished";

/** Throws for a data folder with an unfinished restore, which would look like a product without members. */
export function assertRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, FILE))) return;
  throw new Error(
    `A restore into ${dataDir} did not come to its end. Empty that folder, and the database if it is your own, and restore again.`,
  );
}

export const markRestore = (dataDir: string): Promise<void> => writeFile(join(dataDir, FILE), "", { flag: "wx" });
export const unmarkRestore = (dataDir: string): Promise<void> => rm(join(dataDir, FILE));
