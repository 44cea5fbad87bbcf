import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { signIn, type Visitor } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { Place } from "../load/live.ts";
import { type Bench, type Part, type Prepared, type Server, type Side, withProcessor } from "../part.ts";
import type { Memory } from "../processes.ts";
import { goal, least, most, ratio, type Sample } from "../rules.ts";

// Live connections: the handshakes of members with a session, and the cost of an idle connection. The other side is a
// bare WebSocket server that checks nothing.

const SETTLE_MS = 2_000;
const EXPOSE_GC = ["--expose-gc"];

async function prepareHandshakes(bench: Bench): Promise<Prepared> {
  const { load, size } = bench;
  const visitors = await withClient(bench.few, (client) => signIn(client, size.handshakes));
  const [product, anchor] = [await bench.startProduct(bench.few), await bench.startAnchor(bench.few)];
  const side = (name: string, { helper }: Server, place: Place): Side => ({
    name,
    take: () => withProcessor(helper, load, () => load.ask("open", { place, visitors })),
  });
  return {
    sides: [
      side("handshakes, product", product, { origin: product.origin }),
      side("handshakes, bare ws", anchor, { origin: anchor.origin, way: "echo" }),
    ],
  };
}

/**
 * Kilobytes for each connection, in all and of live objects: the memory with many open connections minus that with the
 * first fifth, which warmed the process up.
 */
async function weigh(bench: Bench, server: Server, place: Place, visitors: Visitor[]): Promise<Sample> {
  const load = bench.startLoad();
  const hold = async (some: Visitor[]) => {
    const open = await load.ask<number>("hold", { place, visitors: some });
    await sleep(SETTLE_MS);
    return { open, ...(await server.helper.ask<Memory>("memory")) };
  };
  const few = Math.round(visitors.length / 5);
  const before = await hold(visitors.slice(0, few));
  const after = await hold(visitors.slice(few));
  const leftConnections = await load.ask<number>("count");
  if (leftConnections !== visitors.length)
    throw new Error(`of ${visitors.length} idle connections ${leftConnections} are open`);
  await Promise.all([load.stop(), server.helper.stop()]);
  const each = (kind: keyof Memory) => (after[kind] - before[kind]) / 1000 / (after.open - before.open);
  // New objects may fit into memory pages that the process already had, so the total is never less than the live
  // objects.
  return { "kB in all": Math.max(each("resident"), each("heap")), "kB of live objects": each("heap") };
}

async function prepareIdle(bench: Bench): Promise<Prepared> {
  const { few, size } = bench;
  const visitors = await withClient(few, (client) => signIn(client, Math.round(size.idleConnections * 1.25)));
  // Each turn has its own process.
  const take = async (starting: Promise<Server>, way?: Place["way"]) => {
    const server = await starting;
    return weigh(bench, server, { origin: server.origin, way }, visitors);
  };
  return {
    sides: [
      { name: "an idle connection, product", take: () => take(bench.startProduct(few, {}, EXPOSE_GC)) },
      { name: "an idle connection, bare ws", take: () => take(bench.startAnchor(few, EXPOSE_GC), "echo") },
    ],
  };
}

export const connections = ({ handshakes, idleConnections }: Size): Part => ({
  title: `Live connections: ${handshakes} handshakes, 50 at once, and ${idleConnections} idle ones, each time in a process started anew`,
  databases: 1,
  phases: [{ prepare: prepareHandshakes }, { prepare: prepareIdle, rounds: 3, isCold: true }],
  goals: [
    ratio("a second", "handshakes, product", "handshakes, bare ws", least(0.4, 0.6)),
    goal("kB in all", "an idle connection, product", most(8, 5)),
  ],
  why:
    "After a restart 4,000 members are connected again within some seconds. Ten thousand connections take a process at most 80 MB: " +
    "a bare socket alone is two thirds of that.",
});
