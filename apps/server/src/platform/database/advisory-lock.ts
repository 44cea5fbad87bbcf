import type { Connection } from "./database.ts";
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
