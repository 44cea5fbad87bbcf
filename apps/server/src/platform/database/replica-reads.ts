import type { Db } from "./database.ts";

/** The member whose own writes an answer must show; undefined for a job without a reader. */
export type Reader = string | undefined;

/** The replicas of a database; the primary answers whenever none of them may. */
export type ReplicaReads = { ask<T>(primary: Db, reader: Reader, read: (db: Db) => Promise<T>): Promise<T> };

const replicasOf = new WeakMap<object, ReplicaReads>();
const declaredNames = new Set<string>();

/** Allows the replicas of `db` to answer its declared reads from now on. */
export const setReplicas = (db: Db, replicas: ReplicaReads): void => void replicasOf.set(db, replicas);

/** The names of all reads that a replica may answer, of the modules loaded so far. */
export const listReplicaReads = (): string[] => [...declaredNames].sort();

/**
 * Declares a read that a replica may answer. Its answer is up to two seconds old, but shows what its reader has
 * written, unless Redis did not learn of that from another process. Nothing that must take effect at once may depend on
 * it alone: a block, a hidden or banned member, a session, a limit, money, or a browser's cursor. It may run twice,
 * because the primary answers when a replica fails. Within a transaction, and without a replica, it is an ordinary
 * read.
 */
export function replicaRead<Args extends unknown[], T>(
  name: string,
  readRows: (db: Db, ...args: Args) => Promise<T>,
  readerOf: (...args: Args) => Reader,
): (db: Db, ...args: Args) => Promise<T> {
  if (declaredNames.has(name)) throw new Error(`two reads are declared as ${name}`);
  declaredNames.add(name);
  return (db, ...args) => {
    const replicas = replicasOf.get(db);
    return replicas ? replicas.ask(db, readerOf(...args), (at) => readRows(at, ...args)) : readRows(db, ...args);
  };
}
