import { accessSync, constants, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const IN_MEMORY = "/dev/shm";
/** A run of all tests needs up to 1.7 GB at one time; the rest is for the programs. In bytes. */
const NEEDED = 4 * 2 ** 30;

/**
 * Returns the folder in which tests make their own: one in memory where Linux has it and there is room, because each
 * database that is copied and dropped means some 700 files; else the system's folder for temporary files.
 */
export function temporaryFolder(): string {
  if (process.env.TMPDIR || process.platform !== "linux") return tmpdir();
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > NEEDED ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
