import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { emptyMessages } from "../fixtures/conversations.ts";
import { makePayingPairs } from "../fixtures/paying-pairs.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { Held } from "../load/hold-connections.ts";
import type { SendLoad, SendTargets } from "../load/send-messages.ts";
import { startHelper } from "../processes.ts";
import { type Finding, figure, formatRounds, printProgress } from "../report.ts";
import { medianRatio, percentile, type Round } from "../rules.ts";
import { startProductHelper } from "../servers/start-product.ts";

// Durable, charged sends while thousands of others are connected and idle, against the same sends with nobody else there.

const PAIRS = 200;
const PER_SECOND = 300;
/** How many times longer a turn is than those of the other parts: so that the heartbeat of all falls into it. */
const LONGER = 20;
const ROUNDS = 3;

type OnStop = (stop: () => Promise<unknown>) => void;

async function prepare(connection: Connection, crowdSize: number) {
  return withClient(connection, async (client) => {
    await emptyMessages(client);
    const visitors = await signIn(client, PAIRS * 2 + crowdSize);
    const pairs = await makePayingPairs(client, visitors, PAIRS);
    const talking = new Set(pairs.flatMap(({ sender, recipient }) => [sender, recipient]));
    return { pairs, crowd: visitors.filter((visitor) => !talking.has(visitor)) };
  });
}

export async function benchCrowd(connection: Connection, size: Size, onStop: OnStop): Promise<Finding> {
  const { pairs, crowd } = await prepare(connection, size.crowd);
  const product = await startProductHelper(connection, "crowd");
  onStop(product.helper.stop);
  const load = startHelper("load/send-messages.ts");
  onStop(load.stop);
  const hold = startHelper("load/hold-connections.ts");
  onStop(hold.stop);
  await load.ask("connect", { product: { origin: product.origin, pairs }, bare: {} } satisfies SendTargets);
  const send = async (seconds: number): Promise<Round> => {
    const before = await product.helper.ask<number>("processor");
    const round = await load.ask<Round>("send", { by: "product", perSecond: PER_SECOND, seconds } satisfies SendLoad);
    return { ...round, processorMs: (await product.helper.ask<number>("processor")) - before };
  };
  await send(2);

  const wanted = crowd.map(({ cookie }) => ({ path: "/api/live", cookie }));
  const seconds = size.seconds * LONGER;
  const alone: Round[] = [];
  const crowded: Round[] = [];
  printProgress(`Sends beside ${size.crowd} idle connections: ${ROUNDS} rounds of 2 × ${seconds} s …`);
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await send(seconds));
    await hold.ask<number>("hold", { origin: product.origin, wanted } satisfies Held);
    crowded.push(await send(seconds));
    const open = await hold.ask<number>("count");
    if (open !== size.crowd) throw new Error(`of ${size.crowd} idle connections ${open} are open after the sends`);
    await hold.ask("letGo");
  }
  await Promise.all([load.stop(), hold.stop(), product.helper.stop()]);
  const ratio = (share: number) => {
    const of = (rounds: Round[]) => rounds.map(({ latencies }) => percentile(latencies, share));
    return medianRatio(of(crowded), of(alone));
  };
  return {
    title: `Durable sends at ${PER_SECOND} a second beside ${size.crowd} idle live connections, all still open afterwards`,
    targets: [],
    figures: [
      `beside ${size.crowd} / alone: p50 ${figure(ratio(0.5))}, p95 ${figure(ratio(0.95))}, p99 ${figure(ratio(0.99))}`,
      `beside ${size.crowd}: ${formatRounds(crowded)}`,
      `alone: ${formatRounds(alone)}`,
    ],
  };
}
