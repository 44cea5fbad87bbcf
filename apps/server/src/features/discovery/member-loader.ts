import { parentPort, workerData } from "node:worker_threads";
import { type GatheredMembers, gatherMembers } from "@caramelo/member-index";
import type { IndexShape } from "@caramelo/member-index/types";
import pg from "pg";
import { type MemberRow, recordOf } from "./record-rules.ts";

// This worker thread reads all members, so that requests do not wait, and transfers the arrays to the main thread.

export type MemberLoaderOrder = {
  connection: pg.ClientConfig;
  /** Must find one row before anything is read. */
  check?: pg.QueryConfig | undefined;
  countMembers: string;
  readMembers: string;
  shape: IndexShape;
};
export type LoadedIndex = Pick<GatheredMembers, "memory">;

async function load({ connection, check, ...order }: MemberLoaderOrder): Promise<GatheredMembers> {
  const client = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    if (check && (await client.query(check)).rowCount !== 1)
      throw new Error("the server does not have all that is read");
    // The members are counted and read in one snapshot.
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local statement_timeout = 0");
    // With the default memory PostgreSQL would write the joins to disk.
    await client.query("set local work_mem = '64MB'");
    const count = (await client.query<{ count: number }>(order.countMembers)).rows[0];
    if (!count) throw new Error("the database did not answer");
    const members = gatherMembers(order.shape, count.count);
    await readRows(client, order.readMembers, (row) => members.add(recordOf(row)));
    return members.finish();
  } finally {
    await client.end();
  }
}

/** Calls `visit` for each row as it arrives, and keeps no rows. */
function readRows(client: pg.Client, text: string, visit: (row: MemberRow) => void): Promise<void> {
  const query = client.query(new pg.Query<MemberRow>(text));
  return new Promise((resolve, reject) => {
    query.on("row", visit);
    query.on("end", () => resolve());
    query.on("error", reject);
  });
}

const { memory, buffers } = await load(workerData as MemberLoaderOrder); // as `load-members.ts` starts it
parentPort?.postMessage({ memory } satisfies LoadedIndex, buffers);
