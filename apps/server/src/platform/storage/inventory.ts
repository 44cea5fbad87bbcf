import { join } from "node:path";
import type { StoreEntry } from "../inventory.ts";

type FileStore = StoreEntry & { place: string };

/**
 * The content of the data folder. `placeOf` gives the path of each entry. With a bucket, photos, documents, exports and
 * the erasure list are there instead, below the names of their entries here.
 */
export const fileStores = {
  photos: {
    place: "storage",
    category: "photos",
    holds: "photos in three sizes, without what the camera wrote; with `S3_BUCKET` in the bucket",
    names: "member id",
    export: { by: "photo" },
    onErasure: { does: "delete" },
    ends: { with: "photoObject" },
  },
  photoCache: {
    place: "photo-cache",
    category: "photos",
    holds: "copies of photos that this process read last from the bucket, if there is one",
    names: undefined,
    export: { by: "photo" },
    onErasure: { does: "delete" },
    ends: { when: "the photo is removed, in another process within a day; at the next start" },
  },
  documents: {
    place: "documents",
    category: "verification",
    holds: "pictures of documents, each encrypted by a key of its request; with `S3_BUCKET` in the bucket",
    names: "row of the database",
    export: { not: "the member sent them, and a copy of a document must not lie in a download" },
    onErasure: { does: "delete" },
    ends: { with: "verificationDocument" },
  },
  exports: {
    place: "exports",
    category: "account",
    holds:
      "files with the copies of their data that members asked for, each encrypted by a key of its row; with `S3_BUCKET` in the bucket; no backup has them",
    names: "row of the database",
    export: { not: "it is the export" },
    onErasure: { does: "delete" },
    ends: { with: "personalExport" },
  },
  uploads: {
    place: "spool",
    category: "technical",
    holds: "files of an upload while it is received",
    names: undefined,
    export: { not: "seconds later they are photos or documents, or gone" },
    onErasure: { does: "delete" },
    ends: { when: "the call is answered, or at the next start" },
  },
  backups: {
    place: "backups",
    category: "backups",
    holds: "all rows, waiting jobs and photos of one moment; with `BACKUP_S3_BUCKET` in that bucket",
    names: "member id",
    export: { not: "a copy of what is exported" },
    onErasure: {
      does: "keep",
      because: "a backup is one sealed file; a restore repeats the erasures since it was made",
      law: "security",
      until: "decision",
    },
    ends: { when: "the operator's command has made newer ones (`--keep`)" },
  },
  erasures: {
    place: "erasures",
    category: "backups",
    holds:
      "which accounts were erased and when, for a restore of an older backup; ids and moments, no names; with `S3_BUCKET` in the bucket; a copy lies beside each backup",
    names: "member id",
    export: { not: "the erasure itself is exported with the account" },
    onErasure: {
      does: "keep",
      because: "without it, an older backup would bring back who was erased; the number leads to nobody",
      law: "security",
      until: "decision",
    },
    ends: { never: "an older backup may be restored at any time" },
  },
  incidents: {
    place: "incidents",
    category: "audit",
    holds: "whom an incident may have affected, with drafts of the notices about it",
    names: "member id",
    export: { not: "the operator's record; the people in it get a mail" },
    onErasure: {
      does: "keep",
      because: "the record of an incident must be kept for five years (Resolução CD/ANPD 15/2024, art. 10)",
      law: "rights",
      until: "decision",
    },
    ends: { when: "the operator removes it after these years" },
  },
  masterKey: {
    place: "master-key",
    category: "none",
    holds: "the key of what is sealed in the database, unless `MASTER_KEY` is it",
    names: undefined,
    export: { not: "a key of the installation" },
    onErasure: { does: "delete" },
    ends: { never: "what it sealed could not be read any more" },
  },
  firstAdmin: {
    place: "first-admin-password",
    category: "none",
    holds: "the random password of a demo's admin",
    names: undefined,
    export: { not: "nobody's data: only a demonstration has one" },
    onErasure: { does: "delete" },
    ends: { never: "the password is printed at each start until it is changed" },
  },
  demoAccounts: {
    place: "demo-accounts.json",
    category: "none",
    holds: "the random passwords of made-up members",
    names: undefined,
    export: { not: "nobody's data: made-up members" },
    onErasure: { does: "delete" },
    ends: { never: "they are printed at each start" },
  },
  restoreMark: {
    place: "restore-unfinished",
    category: "none",
    holds: "nothing: it says that a restore did not come to its end",
    names: undefined,
    export: { not: "nobody's data" },
    onErasure: { does: "delete" },
    ends: { when: "the restore is whole" },
  },
} as const satisfies Record<string, FileStore>;

/** The log of the server, which goes to its output and from there to the operator's system. */
export const log: StoreEntry = {
  category: "technical",
  holds: "ids, codes and times; no names, addresses, texts or bodies",
  names: "member id",
  export: { not: "lines about the service, in which members are numbers" },
  onErasure: {
    does: "keep",
    because: "the number leads to nobody once the account is erased",
    law: "security",
    until: "decision",
  },
  ends: { when: "the operator's system rotates it" },
};

/** The path of a store in a data folder. */
export const placeOf = (dataDir: string, store: keyof typeof fileStores): string =>
  join(dataDir, fileStores[store].place);
