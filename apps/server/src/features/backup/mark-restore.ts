import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { placeOf } from "../../platform/storage/inventory.ts";

/** Throws for a data folder with an unfinished restore, which would look like a product without members. */
export function assertRestored(dataDir: string): void {
  if (!existsSync(placeOf(dataDir, "restoreMark"))) return;
  throw new Error(
    `A restore into ${dataDir} did not come to its end. Empty that folder, and the database if it is your own, and restore again.`,
  );
}

/** The mark is in a data folder from the beginning of a restore to its end. */
export const markRestore = (dataDir: string): Promise<void> =>
  writeFile(placeOf(dataDir, "restoreMark"), "", { flag: "wx" });
export const unmarkRestore = (dataDir: string): Promise<void> => rm(placeOf(dataDir, "restoreMark"));
