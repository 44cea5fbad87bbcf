import { writeFile } from "node:fs/promises";
import { openDatabases } from "./fixtures/databases.ts";
import { FULL, SMALL } from "./fixtures/sizes.ts";
import { describeMachine } from "./machine.ts";
import { benchCalls } from "./parts/calls.ts";
import { benchColdStart } from "./parts/cold-start.ts";
import { benchConnections } from "./parts/connections.ts";
import { benchCrowd } from "./parts/crowd.ts";
import { benchDiscovery } from "./parts/discovery.ts";
import { benchFingerprints, FULL_SIZE, SMALL_SIZE } from "./parts/fingerprints.ts";
import { benchIdle } from "./parts/idle.ts";
import { benchOffice } from "./parts/office.ts";
import { benchPaint } from "./parts/paint.ts";
import { benchPayload } from "./parts/payload.ts";
import { benchReads } from "./parts/reads.ts";
import { benchScams } from "./parts/scams.ts";
import { benchSends } from "./parts/sends.ts";
import { benchUploads } from "./parts/uploads.ts";
import { benchWebhooks } from "./parts/webhooks.ts";
import { type Finding, formatJson, formatReport, listMissed, printProgress } from "./report.ts";

// `npm run bench [-- --small] [--only discovery] [--json results.json]`: see RESULTS.md beside this for the latest figures.
// `--only` takes one part, or `chat` for all parts of messages. A missed target ends it with 1, except with `--small`,
// whose figures only show that the bench works.

const CHAT = ["sends", "reads", "connections", "crowd", "idle"];

const size = process.argv.includes("--small") ? SMALL : FULL;
// `npm run bench` prints lines of its own, so what programs read goes to a file.
const jsonFile = readOption("--json");
const only = readOption("--only");

function readOption(option: string): string | undefined {
  const at = process.argv.indexOf(option);
  if (at < 0) return undefined;
  const value = process.argv[at + 1];
  if (value === undefined || value.startsWith("--")) throw new Error(`${option} needs a value.`);
  return value;
}

const stops: (() => Promise<unknown>)[] = [];
const onStop = (stop: () => Promise<unknown>) => void stops.push(stop);
async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

const NEEDS_MANY = ["discovery", "office"];
const findings: Finding[] = [];
let machine: string[] = [];

async function run(): Promise<void> {
  const needsMany = only === undefined || NEEDS_MANY.includes(only);
  const databases = await openDatabases(needsMany ? size.members : size.members.slice(0, 1));
  onStop(databases.stop);
  const few = databases.connectionFor(size.members[0]);
  machine = await describeMachine(few);
  const parts: Record<string, () => Promise<Finding>> = {
    discovery: () => benchDiscovery(databases.connectionFor, size, onStop),
    office: () => benchOffice(databases.connectionFor, size, onStop),
    sends: () => benchSends(few, size, onStop),
    calls: () => benchCalls(few, size, onStop),
    reads: () => benchReads(few, size, onStop),
    connections: () => benchConnections(few, size, onStop),
    crowd: () => benchCrowd(few, size, onStop),
    idle: () => benchIdle(few, size, onStop),
    start: () => benchColdStart(size),
    paint: () => benchPaint(few, size, onStop),
    payload: () => benchPayload(few, onStop),
    uploads: () => benchUploads(few, onStop),
    webhooks: () => benchWebhooks(few, size, onStop),
    fingerprints: () => benchFingerprints(few, size === SMALL ? SMALL_SIZE : FULL_SIZE),
    scams: () => benchScams(),
  };
  const wanted = only === "chat" ? CHAT : [only];
  const chosen = Object.entries(parts).filter(([name]) => only === undefined || wanted.includes(name));
  if (chosen.length === 0) throw new Error(`--only takes one of: chat, ${Object.keys(parts).join(", ")}.`);
  const kept = stops.length;
  for (const [, part] of chosen) {
    findings.push(await part());
    // A product that still ran would refuse the next one its database.
    for (const stop of stops.splice(kept).reverse()) await stop();
  }
}

const running = run();
process.once("SIGINT", () => void leave(130));
process.once("SIGTERM", () => void leave(143));

let isLeaving = false;
async function leave(code: number): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  await stopAll().catch((error: unknown) => printProgress(String(error)));
  process.exit(code);
}

async function report(): Promise<void> {
  if (jsonFile !== undefined) await writeFile(jsonFile, formatJson(findings, machine));
  process.stdout.write(`\n${formatReport(findings, machine)}`);
}

try {
  await running;
  await report();
  await leave(size === FULL && listMissed(findings).length > 0 ? 1 : 0);
} catch (error) {
  if (!isLeaving) {
    // What the parts before it found took up to half an hour.
    if (findings.length > 0) await report();
    printProgress(`The bench could not measure: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  }
  await leave(1);
}
