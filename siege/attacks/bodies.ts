import { askOnce, type Request } from "../ask.ts";
import { startFlood } from "../flood.ts";
import { compareTimes, type Figure } from "../report.ts";
import { openTarget, type Target } from "../target.ts";
import type { Attack } from "./attack.ts";

const ROUNDS = 100;
const CONNECTIONS = 2;
const REQUESTS_MAX = 50_000;

const NESTED = `{"a":${"[".repeat(62_000)}`;
const post = (from: string, body: string): Request => ({ method: "POST", path: "/api/recovery", from, body });
async function measurePages({ origin }: Target): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push((await askOnce(origin, { method: "GET", path: "/api/session", from: "10.71.0.1" })).tookMs);
  }
  return times;
}

async function measureBeside(target: Target): Promise<number[]> {
  const requests = [post("10.70.0.1", NESTED), post("10.70.0.2", NESTED)];
  const flood = startFlood({ origin: target.origin, requests, concurrency: CONNECTIONS, count: REQUESTS_MAX });
  const times = await measurePages(target);
  process.stdout.write(`  the bodies were answered by ${JSON.stringify(await flood.stop())}\n`);
  return times;
}

async function run(): Promise<Figure[]> {
  const target = await openTarget({});
  try {
    await measurePages(target);
    const quiet = await measurePages(target);
    const beside = await measureBeside(target);
    return [compareTimes("a session check beside two connections of refused bodies", quiet, beside)];
  } finally {
    await target.stop();
  }
}

export const bodiesAttack: Attack = { key: "bodies", name: "Bodies that are refused", run };
