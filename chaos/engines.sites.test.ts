import { expect, test, vi } from "vitest";
import { formatReport } from "./format-report.ts";
import { FAILOVER_FAULTS } from "./plan.ts";
import { runChaos } from "./run.ts";
import { ENGINES } from "./signs.ts";

// A dozen processes start, perhaps on a slow machine.
vi.setConfig({ testTimeout: 600_000 });

/** The seed is fixed here. `npm run chaos -- --engines` draws another one each time. */
const SEED = 20_261_127;
const SENDS = 400;

const say = (line: string) => process.stderr.write(`${line}\n`);

test("[T20][T75] of three processes, a primary, its standby and replica, Redis, the bucket and HAProxy each is killed and restarted in turn: log and alerts tell of each death, and no acknowledged message, order or photo is lost or doubled", async () => {
  const size = { rounds: 1, sendsPerRound: SENDS, proxyFaults: FAILOVER_FAULTS };
  const report = await runChaos({ seed: SEED, ...size, hasEngines: true, say });

  say(formatReport(report));
  expect(report.faults).toEqual([]);
  expect(report.kills).toEqual(Object.fromEntries(ENGINES.map((engine) => [engine, 1])));
  expect(report.acknowledged).toBeGreaterThanOrEqual(SENDS);
  expect(report.customers.orders).toBeGreaterThan(0);
  expect(report.customers.photos).toBeGreaterThan(0);
});
