import { randomBytes } from "node:crypto";
import { makeSealer, type Sealer } from "../secrets/sealer.ts";
import type { Storage, StoredObject } from "./storage.ts";

/** Where a document is: its owner's key, as `makeKey` sealed it for the owner, and the name of its object. */
export type DocumentPlace = { ownerId: string; sealedKey: Uint8Array; objectKey: string };

/**
 * Stores documents encrypted, with one key for each owner. The installation's master key seals the owner's key, which
 * is stored in the database. A thief of only the files, only the database, or a copy of one of them can read nothing.
 * When the database has lost the key, copies of the files are useless without an older copy of the database.
 */
export type DocumentVault = {
  /** Makes a new key for an owner, and returns it sealed. */
  makeKey(ownerId: string): Uint8Array;
  put(place: DocumentPlace, bytes: Uint8Array): Promise<void>;
  /**
   * Returns undefined when there is no such object.
   * @throws when the object or the key was altered, or belongs elsewhere
   */
  get(place: DocumentPlace): Promise<Uint8Array | undefined>;
  remove(objectKey: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
};

const KEY_BYTES = 32;

export function openDocumentVault(storage: Storage, master: Sealer): DocumentVault {
  const sealerOf = ({ ownerId, sealedKey }: DocumentPlace) => makeSealer(master.open(sealedKey, keyPurpose(ownerId)));
  return {
    makeKey: (ownerId) => master.seal(randomBytes(KEY_BYTES), keyPurpose(ownerId)),
    put: async (place, bytes) => storage.put(place.objectKey, sealerOf(place).seal(bytes, place.objectKey)),
    get: async (place) => {
      const object = await storage.get(place.objectKey);
      return object && sealerOf(place).open(object.bytes, place.objectKey);
    },
    remove: (objectKey) => storage.remove(objectKey),
    list: () => storage.list(""),
  };
}

/** The purpose names the owner, so that a key copied to another owner cannot be opened. */
const keyPurpose = (ownerId: string) => `documents of ${ownerId}`;
