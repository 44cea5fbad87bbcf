import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Connection } from "../../apps/server/src/platform/database/database.ts";
import { answerBench } from "../processes.ts";

// Profiles that change while pages are asked for: names, first photos, cities, paid places.

export type UpdateLoad = { connection: Connection; perSecond: number };

const UPDATES = [
  "update profile set name = 'Rafael ' || $2::int % 100 where member_id = $1",
  "update profile set city_id = (array[3550308, 3304557, 2611606, 3509502])[1 + $2::int % 4] where member_id = $1",
  "update profile set tier = case when is_managed then 3 else $2::int % 3 end where member_id = $1",
  "update photo set width = 1000 + $2::int % 100 where member_id = $1 and position = 0",
  "update entitlement set premium_until = now() + $2::int * interval '1 second' where member_id = $1",
];

let isStopped = false;
let running: Promise<void> | undefined;

async function update({ connection, perSecond }: UpdateLoad): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "select member_id as id from profile tablesample system (1) limit 5000",
  );
  const begun = performance.now();
  for (let done = 0; !isStopped; done += 1) {
    await sleep(Math.max(0, begun + (done * 1_000) / perSecond - performance.now()));
    const id = rows[(done * 7_919) % rows.length]?.id;
    await client.query(UPDATES[done % UPDATES.length] ?? "", [id, done]);
  }
  await client.end();
}

answerBench(
  {
    begin(load: UpdateLoad) {
      isStopped = false;
      running = update(load);
    },
  },
  async () => {
    isStopped = true;
    await running;
  },
);
