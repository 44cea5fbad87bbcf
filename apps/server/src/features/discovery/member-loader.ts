import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { to } from "pg-copy-streams";
import type { Connection } from "../../platform/database/database.ts";
import type { ChangeCursor } from "./change-queries.ts";
import { openFactsReader } from "./rules/member-facts.ts";
import { addUnlisted, listMembers, type MemberStore, makeMemberStore } from "./rules/member-store.ts";

// Reads all members in a thread of its own, so that requests do not wait, and hands the arrays over.

export type MemberLoaderOrder = {
  connection: Connection;
  takeCursor: string;
  countMembers: string;
  copyMembers: string;
  cityIds: readonly number[];
  newcomersSince: number;
};
export type Loaded = { store: MemberStore; cursor: ChangeCursor };

async function load(order: MemberLoaderOrder): Promise<Loaded> {
  const client = new pg.Client({ ...order.connection, keepAlive: true, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    // One snapshot for the members and for the changes that are read from there on.
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local statement_timeout = 0");
    // With the preset the joins would go over the disk.
    await client.query("set local work_mem = '64MB'");
    const cursor = (await client.query<ChangeCursor>(order.takeCursor)).rows[0];
    const count = (await client.query<{ count: string }>(order.countMembers)).rows[0];
    if (!cursor || !count) throw new Error("the database did not answer");
    const { cityIds, newcomersSince } = order;
    const store = makeMemberStore({ capacity: Number(count.count), cityIds, newcomersSince });
    await readAll(client, order.copyMembers, store);
    listMembers(store);
    return { store, cursor };
  } finally {
    await client.end();
  }
}

async function readAll(client: pg.Client, copy: string, store: MemberStore): Promise<void> {
  const read = openFactsReader("copy");
  let rest: Uint8Array = new Uint8Array();
  for await (const part of client.query(to(copy)) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? part : Buffer.concat([rest, part]);
    rest = bytes.subarray(read(bytes, (facts) => addUnlisted(store, facts)));
  }
}

/** The memory of all arrays, which changes hands instead of being copied. */
function listBuffers(store: MemberStore): ArrayBuffer[] {
  const lists = [...store.lists, ...store.newcomers].flatMap((list) => Object.values(list));
  const arrays = [...Object.values(store), ...Object.values(store.table), ...lists];
  return arrays.flatMap((one) => (ArrayBuffer.isView(one) ? [one.buffer as ArrayBuffer] : [])); // none is shared
}

const loaded = await load(workerData as MemberLoaderOrder); // as `load-members.ts` starts it
parentPort?.postMessage(loaded, listBuffers(loaded.store));
