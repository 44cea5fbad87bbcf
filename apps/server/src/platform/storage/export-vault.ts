import { randomBytes } from "node:crypto";
import { openStream, sealStream } from "../archive/seal-stream.ts";
import type { Sealer } from "../secrets/sealer.ts";
import type { Storage, StoredObject } from "./storage.ts";

/** Where an export is: the id of its row, its key as `makeKey` sealed it for that row, and the name of its file. */
export type ExportPlace = { id: string; sealedKey: Uint8Array; fileName: string };

/**
 * Stores exports encrypted, with one key for each. The installation's master key seals the key, which is stored in the
 * row of the export: once the row is gone, the file is unreadable.
 */
export type ExportVault = {
  /** Makes a new key for an export, and returns it sealed. */
  makeKey(id: string): Uint8Array;
  /**
   * Writes the source in pieces. The file is complete and stored when the promise resolves; when anything fails,
   * nothing is left. Returns the number of bytes before their encryption.
   */
  write(place: ExportPlace, source: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Returns undefined when there is no such file. Reading fails when the file was altered or belongs to another row.
   */
  read(place: ExportPlace): Promise<AsyncIterable<Uint8Array> | undefined>;
  has(fileName: string): Promise<boolean>;
  remove(fileName: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
};

const KEY_BYTES = 32;

export function openExportVault(storage: Storage, master: Sealer): ExportVault {
  const keyOf = ({ id, sealedKey }: ExportPlace) => master.open(sealedKey, keyPurpose(id));
  return {
    makeKey: (id) => master.seal(randomBytes(KEY_BYTES), keyPurpose(id)),
    async write(place, source) {
      const byteCounter = countBytes(source);
      await storage.putStream(place.fileName, sealStream(byteCounter.bytes(), keyOf(place)));
      return byteCounter.total();
    },
    async read(place) {
      const key = keyOf(place);
      const sealedStream = await storage.getStream(place.fileName);
      return sealedStream && openStream(sealedStream, key);
    },
    has: (fileName) => storage.has(fileName),
    remove: (fileName) => storage.remove(fileName),
    list: () => storage.list(""),
  };
}

/** The purpose names the row, so that a key copied to another row cannot be opened. */
const keyPurpose = (id: string) => `export ${id}`;

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
