import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { makeSealer, type Sealer } from "../secrets/sealer.ts";
import { openLocalStorage, type StoredObject } from "./storage.ts";

/** A document's place: its owner's key, as `makeKey` sealed it for the owner, and the name of its object. */
export type DocumentPlace = { ownerId: string; sealedKey: Uint8Array; objectKey: string };

/**
 * Keeps documents encrypted, by one key an owner. The owner's key is sealed by the master key of this data folder and kept elsewhere:
 * whoever has only the files, only the database or only a backup of one of them reads nothing, and a destroyed key destroys
 * the documents in every backup.
 */
export type DocumentVault = {
  /** A new key for an owner, sealed. */
  makeKey(ownerId: string): Uint8Array;
  put(place: DocumentPlace, bytes: Uint8Array): Promise<void>;
  /** undefined when there is no such object. @throws when the object or the key was altered, or belongs elsewhere */
  get(place: DocumentPlace): Promise<Uint8Array | undefined>;
  remove(objectKey: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
};

const KEY_BYTES = 32;

/** Opens the vault of a data folder, whose master key seals the keys of the owners. */
export function openDocumentVault(dataDir: string, master: Sealer): DocumentVault {
  const storage = openLocalStorage(join(dataDir, "documents"));
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

/** A key that is moved to another owner does not open there. */
const keyPurpose = (ownerId: string) => `documents of ${ownerId}`;
