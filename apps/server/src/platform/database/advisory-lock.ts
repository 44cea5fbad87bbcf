import { sql } from "kysely";
import type { ClientBase } from "pg";
import type { Connection, Db } from "./database.ts";
import { makeClient } from "./make-client.ts";

/** Takes a turn on a connection that the caller holds; its parameter is the work. */
export const TAKE_ADVISORY_LOCK = "select pg_advisory_lock(hashtext('turn'), hashtext($1))";

/**
 * Waits until no other process on the database does the work of that name. The turn ends when the returned function is
 * called, or when the process ends.
 */
export async function takeAdvisoryLock(connection: Connection, work: string): Promise<() => Promise<void>> {
  const client = makeClient({ ...connection, keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(TAKE_ADVISORY_LOCK, [work]);
  } catch (error) {
    await client.end();
    throw error;
  }
  return () => client.end();
}

const MOVED_OBJECT = "moved object";

/**
 * Waits until no stored object is being removed, and prevents removals until it is unlocked or the connection ends, so
 * that a killed mover leaves nothing that a removal has not seen.
 */
export async function lockObject(client: ClientBase, key: string): Promise<void> {
  await client.query("select pg_advisory_lock(hashtext($1), hashtext($2))", [MOVED_OBJECT, key]);
}

export async function unlockObject(client: ClientBase, key: string): Promise<void> {
  await client.query("select pg_advisory_unlock(hashtext($1), hashtext($2))", [MOVED_OBJECT, key]);
}

/** Whether this transaction may remove these stored objects; false while one of them is being moved. */
export async function mayRemoveObjects(db: Db, keys: string[]): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select bool_and(pg_try_advisory_xact_lock(hashtext(${MOVED_OBJECT}), hashtext(key))) as may
    from unnest(${keys}::text[]) key`.execute(db);
  return rows[0]?.may === true;
}
