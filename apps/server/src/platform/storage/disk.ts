import { statfs } from "node:fs/promises";

export type Disk = {
  /** The room of the volume that holds the data folder, as far as this process may use it. */
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
