import { mkdir, open, rename, rmdir, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";

const MOVE_TRIES = 5;

export async function writeSynced(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Moves a file. The move is repeated, because a removal may delete the new folder before the file is in it. */
export async function moveInto(from: string, to: string, tries = MOVE_TRIES): Promise<void> {
  await makeFolder(dirname(to));
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error) || tries <= 1) throw error;
    await moveInto(from, to, tries - 1);
    return;
  }
  await orMissing(syncFolder(dirname(to)));
}

/** Makes a rename survive a power cut. On Windows a folder cannot be opened, and the rename survives without this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

export async function removeEmptyFolders(folder: string, below: string): Promise<void> {
  for (let path = below; path !== "."; path = dirname(path)) {
    // `rmdir` fails for a folder that is not empty, or is already gone, and that ends the loop.
    const isRemoved = await rmdir(join(folder, path)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

/** Returns the result of reading a file; undefined when the file is missing. */
export async function orMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether there is no file at the path: nothing is there, a folder is there, or a file is where a folder should be. */
function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
}

export type Disk = {
  /** Returns the size and the free space of the volume with the data folder, as far as this process may use them. */
  read(): Promise<{ freeBytes: number; totalBytes: number }>;
};

export function openDisk(folder: string): Disk {
  return {
    read: async () => {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },
  };
}
