import { parentPort, workerData } from "node:worker_threads";
import { type GatheredMembers, gatherMembers } from "@caramelo/member-index";
import type { IndexShape } from "@caramelo/member-index/types";
import pg from "pg";
import type { Connection } from "../../platform/database/database.ts";
import { makeClient } from "../../platform/database/make-client.ts";
import type { ChangeCursor } from "./change-queries.ts";
import { type MemberRow, recordOf } from "./record-rules.ts";

// This worker thread reads all members, so that requests do not wait, and transfers the arrays to the main thread.

export type MemberLoaderOrder = {
  connection: Connection;
  takeCursor: string;
  countMembers: string;
  readMembers: string;
  shape: IndexShape;
};
export type LoadedIndex = { memory: GatheredMembers["memory"]; cursor: ChangeCursor };

async function load({ connection, ...order }: MemberLoaderOrder): Promise<GatheredMembers & { cursor: ChangeCursor }> {
  const client = makeClient({ ...connection, keepAlive: true, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    // Members and cursor are read in one snapshot, so that later changes continue exactly from there.
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local statement_timeout = 0");
    // With the default memory PostgreSQL would write the joins to disk.
    await client.query("set local work_mem = '64MB'");
    const cursor = (await client.query<ChangeCursor>(order.takeCursor)).rows[0];
    const count = (await client.query<{ count: number }>(order.countMembers)).rows[0];
    if (!cursor || !count) throw new Error("the database did not answer");
    const members = gatherMembers(order.shape, count.count);
    await readRows(client, order.readMembers, (row) => members.add(recordOf(row)));
    return { ...members.finish(), cursor };
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

const { memory, cursor, buffers } = await load(workerData as MemberLoaderOrder); // as `load-members.ts` starts it
parentPort?.postMessage({ memory, cursor } satisfies LoadedIndex, buffers);
