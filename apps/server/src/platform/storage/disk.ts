import { statfs } from "node:fs/promises";

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
