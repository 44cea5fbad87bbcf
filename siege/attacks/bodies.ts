import type { Request } from "../ask.ts";
import { startFlood } from "../flood.ts";
import { compareTimes, type Figure } from "../report.ts";
import { sampleTimes } from "../sample.ts";
import { openTarget } from "../target.ts";
import type { Attack } from "./attack.ts";

const SECONDS = 5;
const CONNECTIONS = 2;
const REQUESTS_MAX = 50_000;

const NESTED = `{"a":${"[".repeat(62_000)}`;
const requests: Request[] = ["10.70.0.1", "10.70.0.2"].map((from) => ({
  method: "POST",
  path: "/api/recovery",
  from,
  body: NESTED,
}));
async function run(): Promise<Figure[]> {
  const target = await openTarget({});
  const { origin } = target;
  const sample = { method: "GET", path: "/api/session", from: "10.71.0.1" };
  try {
    await sampleTimes(origin, sample, 1);
    const quiet = await sampleTimes(origin, sample, SECONDS);
    const flood = await startFlood({ origin, requests, concurrency: CONNECTIONS, count: REQUESTS_MAX });
    const besideTimes = await sampleTimes(origin, sample, SECONDS);
    process.stdout.write(`  the bodies were answered by ${JSON.stringify(await flood.stop())}\n`);
    return [compareTimes("a session check beside two connections of refused bodies", quiet, besideTimes)];
  } finally {
    await target.stop();
  }
}

export const bodiesAttack: Attack = { key: "bodies", name: "Bodies that are refused", run };
