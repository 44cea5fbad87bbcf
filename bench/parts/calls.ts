import assert from "node:assert/strict";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { makeAcquaintances } from "../fixtures/acquaintances.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { PageLoad } from "../load/ask-pages.ts";
import { type Helper, startHelper } from "../processes.ts";
import { type Finding, formatRounds, printProgress } from "../report.ts";
import { medianRatio, perSecond, type Round } from "../rules.ts";
import { startProductHelper } from "../servers/start-product.ts";

// What a signed-in call costs besides its own work: the product over HTTP against the same questions put to a bare server.

const CONCURRENCY = 16;

/** Each with what it must reach of the bare server's rate, and what it is meant to. */
const CALLS = [
  { name: "a call that reads one row (settings)", path: "/api/settings", atLeast: 0.8, aim: 0.95 },
  { name: "notifications", path: "/api/notifications", atLeast: 0.85, aim: 1.2 },
  { name: "favourites", path: "/api/favorites", atLeast: 0.85, aim: 1.2 },
  { name: "visits", path: "/api/visits", atLeast: 0.85, aim: 1.2 },
];

type OnStop = (stop: () => Promise<unknown>) => void;
type Server = { helper: Helper; origin: string };
type Side = { name: string; ask(seconds: number): Promise<Round>; rounds: Round[] };

async function read({ origin }: Server, path: string, cookie: string): Promise<unknown> {
  const response = await fetch(origin + path, { headers: { cookie } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${origin}${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

export async function benchCalls(connection: Connection, size: Size, onStop: OnStop): Promise<Finding> {
  printProgress("Calls: acquaintances, and equal answers …");
  const members = await withClient(connection, makeAcquaintances);
  const product = await startProductHelper(connection, "calls");
  onStop(product.helper.stop);
  const [bareHelper, load] = [startHelper("servers/bare-calls.ts"), startHelper("load/ask-pages.ts")];
  for (const helper of [bareHelper, load]) onStop(helper.stop);
  const bare = { helper: bareHelper, origin: await bareHelper.ask<string>("start", connection) };
  for (const { path } of CALLS)
    for (const { cookie } of members)
      assert.deepEqual(
        await read(product, path, cookie),
        await read(bare, path, cookie),
        `product and bare server differ at ${path}`,
      );

  const side = (name: string, { helper, origin }: Server, path: string): Side => ({
    name,
    rounds: [],
    ask: async (seconds) => {
      const before = await helper.ask<number>("processor");
      const requests = members.map(({ cookie }) => ({ path, cookie }));
      const round = await load.ask<Round>("askPages", {
        origin,
        requests,
        concurrency: CONCURRENCY,
        seconds,
      } satisfies PageLoad);
      return { ...round, processorMs: (await helper.ask<number>("processor")) - before };
    },
  });
  const pairs = CALLS.map((call) => ({
    ...call,
    ours: side(`${call.name}, product`, product, call.path),
    theirs: side(`${call.name}, bare node:http + pg`, bare, call.path),
  }));
  const sides = pairs.flatMap(({ ours, theirs }) => [ours, theirs]);
  await measure(sides, size);
  return {
    title: `Signed-in calls, concurrency ${CONCURRENCY} (answers equal)`,
    targets: pairs.map(({ name, atLeast, aim, ours, theirs }) => ({
      name: `${name}, product / bare server`,
      value: medianRatio(ours.rounds.map(perSecond), theirs.rounds.map(perSecond)),
      atLeast,
      aim,
    })),
    figures: sides.map(({ name, rounds }) => `${name}: ${formatRounds(rounds)}`),
  };
}

async function measure(sides: Side[], { rounds, seconds }: Size): Promise<void> {
  for (const side of sides) await side.ask(Math.min(1, seconds));
  printProgress(`Calls: ${rounds} rounds of ${sides.length} × ${seconds} s …`);
  for (let round = 0; round < rounds; round += 1) {
    // Every other round runs in reverse order, so that none has the advantage of always being first.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) side.rounds.push(await side.ask(seconds));
  }
}
