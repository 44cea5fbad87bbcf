import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { signOwnerIn } from "../fixtures/sessions.ts";
import { type Bench, type Part, type Prepared, readOnce, readSide, type Server } from "../part.ts";
import { most, worst } from "../rules.ts";

// The office: how long its screens take with many members.

/** Search texts: names that many or few members have, an address, a city, and texts that hardly anybody has. */
const SEARCHES = ["ana", "gabriela li", "m4242@", "são paulo", "zzz", "%_%", "o'b"];
/** The screens that an admin waits for and that should feel instant. */
const SCREENS = {
  dashboard: "/api/admin/dashboard",
  health: "/api/admin/health",
  "first page of members": "/api/admin/members",
};
const searchOf = (words: string) => `search for "${words}"`;
const PATHS = {
  ...SCREENS,
  ...Object.fromEntries(
    SEARCHES.map((words) => [searchOf(words), `/api/admin/members?q=${encodeURIComponent(words)}`]),
  ),
};

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
    // All jobs are deleted first, because a job of an earlier bench that was stopped would stay locked for hours.
    await client.query("delete from graphile_worker._private_jobs");
    return signOwnerIn(client);
  });
  const product = await bench.startProduct(bench.many);
  await waitForJobs(product, cookie);
  return { sides: Object.entries(PATHS).map(([name, path]) => readSide(bench, name, product, [{ path, cookie }], 1)) };
}

export const office: Part = {
  title: "The office at many members: one admin, one request at a time",
  databases: 2,
  phases: [{ prepare: prepareOffice }],
  goals: [
    worst("p50 ms", "screens", Object.keys(SCREENS), most(50, 20)),
    worst("p50 ms", "searches", SEARCHES.map(searchOf), most(150, 50)),
  ],
  why:
    "A screen opens at once. A search begins when the typing pauses, and below 150 ms its answer feels like part of that pause; " +
    "the slowest has pieces that are common in many names.",
};
