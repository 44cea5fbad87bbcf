import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { Held } from "../load/hold-connections.ts";
import { type Helper, startHelper } from "../processes.ts";
import { type Finding, figure, printProgress } from "../report.ts";
import type { Memory } from "../servers/memory.ts";
import { startProductHelper } from "../servers/start-product.ts";

// What one idle live connection costs: memory of the whole server with many of them open, less that with the first
// quarter as many, whose handshakes have warmed it up (compiled code, the pool, V8's young generation).

const SETTLE_MS = 2_000;
const EXPOSE_GC = ["--expose-gc"];

type OnStop = (stop: () => Promise<unknown>) => void;

/** kB a connection, in all and of live objects. */
async function weigh(server: Helper, { origin, wanted }: Held, few: number, onStop: OnStop) {
  const load = startHelper("load/hold-connections.ts");
  onStop(load.stop);
  const hold = async (some: Held["wanted"]) => {
    const open = await load.ask<number>("hold", { origin, wanted: some });
    await sleep(SETTLE_MS);
    return { open, ...(await server.ask<Memory>("memory")) };
  };
  const before = await hold(wanted.slice(0, few));
  const after = await hold(wanted.slice(few));
  const left = await load.ask<number>("count");
  if (left !== wanted.length) throw new Error(`of ${wanted.length} idle connections ${left} are open`);
  await load.stop();
  const each = (one: "resident" | "heap") => (after[one] - before[one]) / 1000 / (after.open - before.open);
  // Pages that the process already had may take in new objects: it never costs less than those.
  return { resident: Math.max(each("resident"), each("heap")), heap: each("heap") };
}

export async function benchIdle(connection: Connection, size: Size, onStop: OnStop): Promise<Finding> {
  const few = Math.round(size.idleConnections / 4);
  const count = size.idleConnections + few;
  printProgress(`Idle connections: ${count} …`);
  const visitors = await withClient(connection, (client) => signIn(client, count));
  const bare = startHelper("servers/bare-live.ts", EXPOSE_GC);
  onStop(bare.stop);
  const bareHeld = { origin: await bare.ask<string>("start"), wanted: visitors.map(({ id }) => ({ path: `/${id}` })) };
  const theirs = await weigh(bare, bareHeld, few, onStop);
  const product = await startProductHelper(connection, "idle", EXPOSE_GC);
  onStop(product.helper.stop);
  const held = { origin: product.origin, wanted: visitors.map(({ cookie }) => ({ path: "/api/live", cookie })) };
  const ours = await weigh(product.helper, held, few, onStop);
  await Promise.all([bare.stop(), product.helper.stop()]);
  return {
    title: `An idle live connection (memory with ${count} open less that with ${few}, after garbage collection)`,
    targets: [{ name: "idle connection", value: ours.resident, unit: "kB", atMost: 4, aim: 3 }],
    figures: [
      `product ${figure(ours.resident)} kB (${figure(ours.heap)} kB of live objects), bare ws ${figure(theirs.resident)} kB (${figure(theirs.heap)} kB), ratio ${figure(ours.resident / theirs.resident)}`,
    ],
  };
}
