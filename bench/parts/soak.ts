import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { makePayingPairs } from "../fixtures/conversations.ts";
import type { Bench, Part, Prepared } from "../part.ts";
import { printProgress } from "../report.ts";
import { goal, growthOf, least, most, type Sample } from "../rules.ts";
import type { Watch } from "../servers/product.ts";

// Whether one process stays as it is: thousands of open live connections and a steady pace of sends, minute by minute.
// It is flat when over the second half neither its memory nor its latencies grow.

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const SOCKETS = Number(process.env.SOAK_SOCKETS ?? 5_000);
const PER_SECOND = Number(process.env.SOAK_PER_SECOND ?? 300);
const SECONDS = 60;
const AT_ONCE = 64;
const PAIRS = 200;

const VERDICT = "the second half";
const MEMORY = "GB resident";
const HEAP = "GB of heap at its lowest";
const growthName = (figure: string) => `% growth of ${figure}`;
const FIGURES = [MEMORY, HEAP, "p50 ms", "p95 ms"];

async function prepareSoak(bench: Bench): Promise<Prepared> {
  const { load, few } = bench;
  const idle = Math.max(0, SOCKETS - PAIRS * 2);
  const { pairs, crowd } = await withClient(few, (client) => makePayingPairs(client, PAIRS, idle));
  const { origin, helper } = await bench.startProduct(few);
  const crowdLoad = bench.startLoad();
  await load.ask("connect", { by: "product", place: { origin }, pairs });
  await crowdLoad.ask("hold", { place: { origin }, visitors: crowd });
  await helper.ask("watch");
  const minutes: Sample[] = [];
  const takeMinute = async (): Promise<Sample> => {
    const turn = { by: "product", perSecond: PER_SECOND, seconds: SECONDS, atOnce: AT_ONCE };
    const before = await helper.ask<number>("processor");
    const sends = await load.ask<Sample>("send", turn);
    const watch = await helper.ask<Watch>("readWatch");
    const sample = {
      ...sends,
      [MEMORY]: (await helper.ask<number>("resident")) / 1e9,
      [HEAP]: watch.lowestHeap / 1e9,
      "p99 ms of the event loop's delay": watch.delayP99,
      "ms of its longest delay": watch.longestDelay,
      "cores of the process": ((await helper.ask<number>("processor")) - before) / 1_000 / SECONDS,
      sockets: PAIRS * 2 + (await crowdLoad.ask<number>("count")),
    };
    minutes.push(sample);
    printProgress(
      `    ${JSON.stringify(sample, (_, value) => (typeof value === "number" ? +value.toFixed(3) : value))}`,
    );
    return sample;
  };
  const judge = async (): Promise<Sample> => {
    const half = minutes.slice(minutes.length >> 1);
    const valuesOf = (figure: string) => half.map((sample) => sample[figure] ?? Number.NaN);
    return {
      ...Object.fromEntries(FIGURES.map((figure) => [growthName(figure), growthOf(valuesOf(figure))])),
      "sends a second at least": Math.min(...valuesOf("a second")),
      "sockets at the end": half.at(-1)?.sockets ?? Number.NaN,
    };
  };
  return {
    sides: [
      ...Array.from({ length: MINUTES }, () => ({ name: "the middle minute", take: takeMinute })),
      { name: VERDICT, take: judge },
    ],
  };
}

export const soak: Part = {
  title: `A soak of ${MINUTES} minutes: ${SOCKETS.toLocaleString("en-US")} live connections and ${PER_SECOND} sends a second`,
  databases: 1,
  isOnRequest: true,
  phases: [{ rounds: 1, isCold: true, prepare: prepareSoak }],
  goals: [
    goal("sends a second at least", VERDICT, least(PER_SECOND * 0.98, PER_SECOND)),
    goal("sockets at the end", VERDICT, least(SOCKETS, SOCKETS)),
    goal(growthName(MEMORY), VERDICT, most(5, 1)),
    goal(growthName(HEAP), VERDICT, most(5, 1)),
    goal(growthName("p50 ms"), VERDICT, most(20, 5)),
    goal(growthName("p95 ms"), VERDICT, most(20, 5)),
  ],
  why: "A process that stays as it is needs no restart, and a member's message is as quick in the last minute as in the first.",
};
