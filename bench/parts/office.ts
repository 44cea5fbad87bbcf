import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { signOwnerIn } from "../fixtures/sessions.ts";
import { type Bench, type Part, type Prepared, readOnce, readSide, type Server } from "../part.ts";
import { goal, most } from "../rules.ts";

// The office: how long its screens take with many members.

/** Search texts: names that many or few members have, an address, a city, and texts that hardly anybody has. */
const SEARCHES = ["ana", "gabriela li", "m4242@", "são paulo", "zzz", "%_%", "o'b"];
/** The screens that an admin waits for and that should feel instant. */
const SCREENS: Record<string, string> = {
  dashboard: "/api/admin/dashboard",
  health: "/api/admin/health",
  "first page of members": "/api/admin/members",
  ...Object.fromEntries(
    SEARCHES.map((words) => [`search for "${words}"`, `/api/admin/members?q=${encodeURIComponent(words)}`]),
  ),
};

/**
 * Gives members a past: one in three offers to appear as available, and each has sent a message in the last 30 days.
 */
async function addPast(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select from message limit 1");
  if (rows.length > 0) return;
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into message (id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at)
     select (lpad(to_hex((extract(epoch from sent_at) * 1000)::bigint), 12, '0') || '7' || substr(digest, 1, 3)
         || '8' || substr(digest, 4, 15))::uuid,
       member_id, coalesce(lag(member_id) over (order by member_id), '00000000-0000-7000-8000-000000000000'),
       md5('c' || digest)::uuid, 1, 2, 'Oi, tudo bem?', sent_at
     from (
       select member_id, md5('m' || member_id::text) as digest,
         now() - (abs(hashtext(member_id::text)) % 2592000) * interval '1 second' as sent_at
       from profile where role <> 'admin'
     ) entry`,
  );
  await client.query(
    `insert into member_setting (member_id, offers_availability, updated_at)
     select member_id, true, now() from profile where role <> 'admin' and hashtext(member_id::text) % 3 = 0
     on conflict do nothing`,
  );
  await client.query("set session_replication_role = origin");
  await client.query("vacuum (analyze) message, member_setting");
}

/** Waits until no job is due or running, because the product counts its numbers when it starts. */
async function waitForJobs(product: Server, cookie: string): Promise<void> {
  for (;;) {
    // The cast is safe, because the contract defines this answer.
    const health = (await readOnce(product, { path: "/api/admin/health", cookie })) as {
      queue: { waiting: number; running: number };
    };
    if (health.queue.waiting + health.queue.running === 0) return;
    await sleep(100);
  }
}

async function prepareOffice(bench: Bench): Promise<Prepared> {
  const cookie = await withClient(bench.many, async (client) => {
    await addPast(client);
    // Deleted here, because the job of a bench that was stopped would stay locked for hours.
    await client.query("delete from graphile_worker._private_jobs");
    return signOwnerIn(client);
  });
  const product = await bench.startProduct(bench.many);
  await waitForJobs(product, cookie);
  return {
    sides: Object.entries(SCREENS).map(([name, path]) => readSide(bench, name, product, [{ path, cookie }], 1)),
  };
}

export const office: Part = {
  title: "The office at many members: one admin, one request at a time",
  needsMany: true,
  phases: [{ prepare: prepareOffice }],
  goals: Object.keys(SCREENS).map((screen) => goal("p50 ms", screen, most(50, 20))),
};
