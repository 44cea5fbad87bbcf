import type { Connection } from "./database.ts";
import { makeClient } from "./make-client.ts";

/**
 * Waits until no other process on the database does the work of that name. The turn ends when the returned function is
 * called, or when the process ends.
 */
export async function takeTurn(connection: Connection, work: string): Promise<() => Promise<void>> {
  const client = makeClient({ ...connection, keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('turn'), hashtext($1))", [work]);
  } catch (error) {
    await client.end();
    throw error;
  }
  return () => client.end();
}
