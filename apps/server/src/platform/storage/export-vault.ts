import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { openStream, sealStream } from "../archive/archive-cipher.ts";
import type { Sealer } from "../secrets/sealer.ts";
import { makeFolder, orMissing, syncFolder } from "./folder-files.ts";
import { placeOf } from "./place-of.ts";
import { openLocalStorage, type StoredObject } from "./storage.ts";

/** Where an export is: the id of its row, its key as `makeKey` sealed it for that row, and the name of its file. */
export type ExportPlace = { id: string; sealedKey: Uint8Array; fileName: string };

/**
 * Keeps exports encrypted, with one key for each. The master key of this data folder seals the key, which is stored in
 * the row of the export: once the row is gone, nobody can read the file any more.
 */
export type ExportVault = {
  /** Makes a new key for an export, and returns it sealed. */
  makeKey(id: string): Uint8Array;
  /**
   * Writes what the source gives, a piece at a time. The file is whole and on disk when the promise resolves; when
   * anything fails, nothing is left. Returns the number of bytes before their encryption.
   */
  write(place: ExportPlace, source: AsyncIterable<Uint8Array>): Promise<number>;
  /** Returns undefined when there is no such file. Reading fails when the file was altered, or belongs to another row. */
  read(place: ExportPlace): Promise<AsyncIterable<Uint8Array> | undefined>;
  has(fileName: string): Promise<boolean>;
  remove(fileName: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
};

const KEY_BYTES = 32;

/** Opens the vault of a data folder, whose master key seals the keys of the exports. */
export function openExportVault(dataDir: string, master: Sealer): ExportVault {
  const folder = placeOf(dataDir, "exports");
  const files = openLocalStorage(folder);
  const keyOf = ({ id, sealedKey }: ExportPlace) => master.open(sealedKey, keyPurpose(id));
  return {
    makeKey: (id) => master.seal(randomBytes(KEY_BYTES), keyPurpose(id)),
    async write(place, source) {
      await makeFolder(folder);
      const counted = countBytes(source);
      const path = join(folder, place.fileName);
      const handle = await open(path, "wx", 0o600);
      try {
        await handle.writeFile(sealStream(counted.bytes(), keyOf(place)));
        await handle.sync();
        await handle.close();
        await syncFolder(folder);
        return counted.total();
      } catch (error) {
        await handle.close().catch(() => {});
        await rm(path, { force: true });
        throw error;
      }
    },
    async read(place) {
      const [path, key] = [join(folder, place.fileName), keyOf(place)];
      const isThere = (await orMissing(stat(path))) !== undefined;
      return isThere ? readSealed(path, key) : undefined;
    },
    has: async (fileName) => (await orMissing(stat(join(folder, fileName)))) !== undefined,
    remove: (fileName) => files.remove(fileName),
    list: () => files.list(""),
  };
}

/** The purpose names the row, so that a key copied to another row cannot be opened. */
const keyPurpose = (id: string) => `export ${id}`;

/** Opens the file only once it is read, so that an answer that nobody takes leaves nothing open. */
async function* readSealed(path: string, key: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* openStream(createReadStream(path, { highWaterMark: 262_144 }), key);
}

function countBytes(source: AsyncIterable<Uint8Array>) {
  let total = 0;
  return {
    async *bytes() {
      for await (const bytes of source) {
        total += bytes.length;
        yield bytes;
      }
    },
    total: () => total,
  };
}
