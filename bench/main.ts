import { openGround } from "./ground/databases.ts";
import { FULL, SMALL } from "./ground/sizes.ts";
import { describeMachine } from "./machine.ts";
import { benchColdStart } from "./parts/cold-start.ts";
import { benchDiscovery } from "./parts/discovery.ts";
import { benchIdle } from "./parts/idle.ts";
import { benchPayload } from "./parts/payload.ts";
import { benchSends } from "./parts/sends.ts";
import { type Finding, note, wordReport } from "./report.ts";

// `npm run bench [-- --small] [-- --only discovery]`: see RESULTS.md beside this for what it told last.

const size = process.argv.includes("--small") ? SMALL : FULL;
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : undefined;

const stops: (() => Promise<unknown>)[] = [];
const onStop = (stop: () => Promise<unknown>) => void stops.push(stop);
async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

async function run(): Promise<string> {
  const ground = await openGround(size.members);
  onStop(ground.stop);
  const few = ground.connectionFor(size.members[0]);
  const machine = await describeMachine(few);
  const parts: Record<string, () => Promise<Finding>> = {
    discovery: () => benchDiscovery(ground.connectionFor, size, onStop),
    sends: () => benchSends(few, size, onStop),
    idle: () => benchIdle(few, size, onStop),
    start: () => benchColdStart(size),
    payload: () => benchPayload(few, onStop),
  };
  const chosen = Object.entries(parts).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`--only takes one of: ${Object.keys(parts).join(", ")}.`);
  const findings: Finding[] = [];
  for (const [, part] of chosen) findings.push(await part());
  return wordReport(findings, machine);
}

const running = run();
process.once("SIGINT", () => void leave(130));
process.once("SIGTERM", () => void leave(143));

let isLeaving = false;
async function leave(code: number): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  await stopAll().catch((error: unknown) => note(String(error)));
  process.exit(code);
}

try {
  const report = await running;
  process.stdout.write(`\n${report}`);
  await leave(0);
} catch (error) {
  if (!isLeaving)
    note(`The bench could not measure: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  await leave(1);
}
