import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connectionUrl } from "../apps/server/src/platform/database/connection-url.ts";
import { CACHE, openDatabases } from "./fixtures/databases.ts";
import { FULL, SMALL } from "./fixtures/sizes.ts";
import { type Bench, measure, type Part } from "./part.ts";
import { abuse } from "./parts/abuse.ts";
import { connections } from "./parts/connections.ts";
import { discovery } from "./parts/discovery.ts";
import { documents } from "./parts/documents.ts";
import { growth } from "./parts/growth.ts";
import { lists } from "./parts/lists.ts";
import { office } from "./parts/office.ts";
import { screens, scripts } from "./parts/screens.ts";
import { sends } from "./parts/sends.ts";
import { soak } from "./parts/soak.ts";
import { start } from "./parts/start.ts";
import { startHelper } from "./processes.ts";
import { describeMachine, type Finding, formatFinding, printProgress, readAges, writeResult } from "./report.ts";
import { isMet, measuredResult, type Samples } from "./rules.ts";

// `npm run bench [-- PART … --small | --age]`: see README.md in this folder. A missed target ends it with exit code 1,
// except with `--small`, whose figures only show that the bench works. `--age` only says how old the results are.

const isAge = process.argv.includes("--age");
const isSmall = process.argv.includes("--small");
const wantedNames = process.argv.slice(2).filter((arg) => !["--small", "--only", "--age"].includes(arg));
const size = isSmall ? SMALL : FULL;
const PARTS: Record<string, Part> = {
  discovery: discovery(size),
  office,
  lists: lists(size),
  documents,
  sends,
  connections: connections(size),
  start,
  screens,
  scripts,
  abuse,
  growth,
  soak,
};
const names = Object.keys(PARTS);
const sections = names.filter((name) => PARTS[name]?.goals.length);

const stops: (() => Promise<unknown>)[] = [];
const onStop = (stop: () => Promise<unknown>) => void stops.push(stop);
async function stopAll(leftCount = 0): Promise<void> {
  for (const stop of stops.splice(leftCount).reverse()) await stop();
}

function startHere(file: string, flags: string[] = []) {
  const helper = startHelper(file, flags);
  onStop(helper.stop);
  return helper;
}

async function openBench(count: number): Promise<Omit<Bench, "load">> {
  const databases = await openDatabases(size.members.slice(0, count));
  onStop(databases.stop);
  const dataDir = join(CACHE, "files");
  await mkdir(dataDir, { recursive: true });
  return {
    size,
    onStop,
    few: databases.connectionFor(size.members[0]),
    many: databases.connectionFor(size.members[1]),
    async makeActive(members) {
      const { connection, drop } = await databases.makeActive(members);
      onStop(drop);
      return connection;
    },
    startLoad: () => startHere("load/load.ts"),
    async startProduct(connection, settings = {}, flags = []) {
      const helper = startHere("servers/product.ts", flags);
      const all = { ...settings, DATABASE_URL: connectionUrl(connection), DATA_DIR: dataDir };
      return { helper, origin: await helper.ask("start", all) };
    },
    async startAnchor(connection, flags = []) {
      const helper = startHere("servers/anchor.ts", flags);
      return { helper, origin: await helper.ask("start", connection) };
    },
  };
}

async function run(name: string, part: Part, bench: Omit<Bench, "load">): Promise<Finding> {
  const { title, phases, goals, why = "" } = part;
  const startTime = performance.now();
  const samples: Samples = new Map();
  const lasting = stops.length;
  for (const [index, phase] of phases.entries()) {
    for (let turn = 0; turn < (phase.starts ?? 1); turn += 1) {
      printProgress(`${name}: phase ${index + 1} of ${phases.length} …`);
      await measure(phase, { ...bench, load: bench.startLoad() }, samples);
      // A product that still ran would keep the next one from using its database.
      await stopAll(lasting);
    }
  }
  const results = goals.map((goal) => measuredResult(goal, samples));
  const machine = await describeMachine(bench.few);
  const minutes = Math.ceil((performance.now() - startTime) / 60_000);
  return { part: name, title, why, results, samples, machine: `${machine}; ${minutes} min` };
}

let isLeaving = false;
async function leave(code: number): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  await stopAll().catch((error: unknown) => printProgress(String(error)));
  process.exit(code);
}
process.once("SIGINT", () => void leave(130));
process.once("SIGTERM", () => void leave(143));

try {
  const strangers = wantedNames.filter((name) => !names.includes(name));
  if (strangers.length > 0) throw new Error(`there is no part ${strangers.join(", ")}, only ${names.join(", ")}`);
  const isWanted = (name: string, part: Part) =>
    wantedNames.length === 0 ? !part.isOnRequest : wantedNames.includes(name);
  const parts = Object.entries(PARTS).filter(([name, part]) => isWanted(name, part));
  if (isAge) {
    process.stdout.write(`${await readAges(sections)}\n`);
    await leave(0);
  }
  const bench = await openBench(Math.max(...parts.map(([, part]) => part.databases)));
  const results = [];
  for (const [name, part] of parts) {
    const finding = await run(name, part, bench);
    process.stdout.write(`\n${formatFinding(finding)}`);
    // Results are written after each part, because the parts before it may have taken half an hour.
    if (!isSmall && sections.includes(name)) await writeResult(finding, sections);
    results.push(...finding.results);
  }
  const missed = results.filter(({ goal, value }) => !isMet(value, goal.bound));
  process.stdout.write(`\n${await readAges(sections)}\n`);
  process.stdout.write(`\nBench: ${results.length - missed.length} of ${results.length} targets met.\n`);
  await leave(missed.length > 0 && !isSmall ? 1 : 0);
} catch (error) {
  if (!isLeaving)
    printProgress(`The bench could not measure: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  await leave(1);
}
