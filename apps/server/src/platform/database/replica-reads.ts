import type { Db } from "./database.ts";

/** The member whose own writes an answer must show; undefined where a job asks for nobody. */
export type Reader = string | undefined;

/** The replicas of a database, in front of which the primary stands whenever none of them may answer. */
export type ReplicaReads = { ask<T>(primary: Db, reader: Reader, read: (db: Db) => Promise<T>): Promise<T> };

const replicasOf = new WeakMap<object, ReplicaReads>();
const declaredNames = new Set<string>();

/** From now on the declared reads of `db` may be answered by its replicas. */
export const setReplicas = (db: Db, replicas: ReplicaReads): void => void replicasOf.set(db, replicas);

/** The names of all reads that a replica may answer, as far as their modules are loaded. */
export const listReplicaReads = (): string[] => [...declaredNames].sort();

/**
 * Declares a read that a replica may answer. Its answer is up to two seconds old, but shows what its reader has
 * written, unless Redis did not learn of that from another process. Nothing that must hold at once may depend on it alone: a block, a hidden or banned member, a session, a limit, money,
 * or what a browser goes on from. It may be asked twice, because the primary answers when a replica fails. Within a
 * transaction, and where there is no replica, it is an ordinary read.
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
