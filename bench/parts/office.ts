import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { countStatistics } from "../../apps/server/src/features/statistics/count-statistics.ts";
import { type Connection, openDatabase, withClient } from "../../apps/server/src/platform/database/database.ts";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";
import { systemClock } from "../../apps/server/src/platform/time/clock.ts";
import type { Size } from "../fixtures/sizes.ts";
import { type Finding, figure, printProgress } from "../report.ts";
import { percentile, type Target } from "../rules.ts";
import { startProductHelper } from "../servers/start-product.ts";

// The office: what its screens wait for at a million members, and what the jobs behind them cost.

const ASKED = 60;
const RUNS = 5;
/** The first page of a search, and the dashboard: what an admin feels as at once. */
const AT_ONCE_MS = 50;
/** Names that many have, that few have, one address, a place, and what hardly anybody has. */
const SEARCHES = ["ana", "gabriela li", "m4242@", "são paulo", "zzz", "%_%", "o'b"];

type OnStop = (stop: () => Promise<unknown>) => void;
type Timing = { p50: number; p99: number };

const timingOf = (times: number[]): Timing => ({ p50: percentile(times, 0.5), p99: percentile(times, 0.99) });
const timingText = (name: string, { p50, p99 }: Timing) => `${name}: p50 ${figure(p50)} ms, p99 ${figure(p99)} ms`;

/** A signed-in owner; the cookie is what the browser would send. */
async function signOwnerIn(client: pg.Client): Promise<string> {
  const token = createHash("sha256").update("bench owner").digest("base64url");
  const id = uuidv7(new Date());
  await client.query(`delete from session where user_agent = 'bench owner'`);
  await client.query(
    `insert into member (id, email, password_hash, created_at, updated_at)
     values ($1, 'dona@exemplo.invalid', 'none', now(), now()) on conflict (email) do nothing`,
    [id],
  );
  await client.query(
    `insert into profile (member_id, role, is_admin, staff_role, name, created_at, updated_at)
     select id, 'admin', true, 'owner', 'Dona', now(), now() from member where email = 'dona@exemplo.invalid'
     on conflict (member_id) do nothing`,
  );
  await client.query(
    `insert into session (id, token_hash, member_id, is_remembered, user_agent, created_at, last_seen_at, proved_at, expires_at)
     select $1, $2, id, true, 'bench owner', now(), now() + interval '1 hour', now(), now() + interval '1 day'
     from member where email = 'dona@exemplo.invalid'`,
    [id, createHash("sha256").update(token).digest()],
  );
  return `caramelo=${token}`;
}

/** One member in three offers to appear as available, and each has sent a message in the last 30 days. */
async function addPast(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select from message limit 1");
  if (rows.length > 0) return;
  printProgress("The office: messages and offers …");
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
     ) one`,
  );
  await client.query(
    `insert into member_setting (member_id, offers_availability, updated_at)
     select member_id, true, now() from profile where role <> 'admin' and hashtext(member_id::text) % 3 = 0
     on conflict do nothing`,
  );
  await client.query("set session_replication_role = origin");
  await client.query("vacuum (analyze) message, member_setting");
}

type Ask = { origin: string; cookie: string };

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function ask({ origin, cookie }: Ask, path: string, method = "GET"): Promise<unknown> {
  const reply = await fetch(origin + path, { method, headers: { cookie, origin } });
  if (reply.status !== 200) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}

async function timeAll(asked: Ask, paths: string[], times: number): Promise<Timing> {
  for (const path of paths) await ask(asked, path);
  const taken: number[] = [];
  for (let at = 0; at < times; at += 1) taken.push(await time(() => ask(asked, paths[at % paths.length] ?? "")));
  return timingOf(taken);
}

/** Waits until no job is due or running: the product counts its numbers when it starts. */
async function waitForJobs(asked: Ask): Promise<void> {
  for (;;) {
    // The contract gives the answer this shape.
    const { queue } = (await ask(asked, "/api/admin/health")) as { queue: { waiting: number; running: number } };
    if (queue.waiting + queue.running === 0) return;
    await sleep(100);
  }
}

/** What one count of the numbers takes, of today and of everything. */
async function timeCounts(connection: Connection) {
  const { db, close } = openDatabase(connection, { max: 2 });
  const count = async (isWhole: boolean) => {
    const taken: number[] = [];
    for (let run = 0; run < RUNS; run += 1)
      taken.push(await time(() => countStatistics({ db, clock: systemClock }, { isWhole })));
    return timingOf(taken);
  };
  try {
    return { whole: await count(true), today: await count(false) };
  } finally {
    await close();
  }
}

/** Nobody stays available: the bare servers of the other parts show nobody as that. */
async function timeRuns(connection: Connection, asked: Ask): Promise<Timing> {
  const taken: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    // By hand it runs once in half an hour.
    await withClient(connection, (client) =>
      client.query("update availability_run set started_at = started_at - interval '1 hour'"),
    );
    taken.push(await time(() => ask(asked, "/api/admin/availability-runs", "POST")));
    // The push messages of the run are planned by a job.
    await waitForJobs(asked);
  }
  await withClient(connection, (client) => client.query("delete from availability"));
  return timingOf(taken);
}

async function measure(connection: Connection, members: number, onStop: OnStop) {
  const cookie = await withClient(connection, async (client) => {
    await addPast(client);
    // A job of a bench that was stopped stays locked for hours.
    await client.query("delete from graphile_worker._private_jobs");
    return signOwnerIn(client);
  });
  const counts = await timeCounts(connection);
  const { helper, origin } = await startProductHelper(connection, `office-${members}`);
  onStop(helper.stop);
  const asked = { origin, cookie };
  await waitForJobs(asked);
  printProgress(`The office at ${members}: dashboard, search and runs …`);
  const dashboard = await timeAll(asked, ["/api/admin/dashboard"], ASKED);
  const health = await timeAll(asked, ["/api/admin/health"], ASKED);
  const searches: { words: string; timing: Timing }[] = [];
  for (const words of SEARCHES) {
    const path = `/api/admin/members?q=${encodeURIComponent(words)}`;
    searches.push({ words, timing: await timeAll(asked, [path], ASKED / 4) });
  }
  const pages = await timeAll(asked, ["/api/admin/members"], ASKED);
  const runs = await timeRuns(connection, asked);
  await helper.stop();
  return { counts, dashboard, health, searches, pages, runs };
}

export async function benchOffice(
  connectionFor: (members: number) => Connection,
  size: Size,
  onStop: OnStop,
): Promise<Finding> {
  const [few, many] = size.members;
  const small = await measure(connectionFor(few), few, onStop);
  const large = await measure(connectionFor(many), many, onStop);
  const slowest = Math.max(...large.searches.map(({ timing }) => timing.p50));
  const atOnce = (name: string, { p50 }: Pick<Timing, "p50">): Target => ({
    name,
    value: p50,
    unit: "ms",
    atMost: AT_ONCE_MS,
  });
  return {
    title: "The office (one admin, one request at a time)",
    targets: [
      atOnce(`dashboard at ${many}`, large.dashboard),
      atOnce(`first page of the slowest search for members at ${many}`, { p50: slowest }),
    ],
    figures: [
      { members: many, one: large },
      { members: few, one: small },
    ].flatMap(({ members, one }) => [
      timingText(`dashboard at ${members}`, one.dashboard),
      timingText(`health at ${members}`, one.health),
      ...one.searches.map(({ words, timing }) => timingText(`search for "${words}" at ${members}`, timing)),
      timingText(`first page of members at ${members}, no search`, one.pages),
      timingText(`run of the online-status job at ${members}`, one.runs),
      timingText(`count of today at ${members}`, one.counts.today),
      timingText(`count of 30 days and all messages at ${members}`, one.counts.whole),
    ]),
  };
}
