import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { Connection } from "./cluster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { application } from "./test-application.fixture.ts";

// Shared by the cluster tests: a template cluster, a data folder per test, and the teardown. The tests start real
// servers, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const FIXTURE = path.join(import.meta.dirname, "hold-cluster.fixture.ts");

let template: string;
let first: EmbeddedPostgres;
export let dataDir: string;
export let logged: string[];
let onLog: (line: string) => void;
const runningClusters = new Set<EmbeddedPostgres>();
export const processes = new Set<ChildProcess>();

function makeTemporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "with space "));
  // If root runs the tests, the database's user must be able to pass through the folder.
  fs.chmodSync(folder, 0o711);
  return folder;
}

/** Creates the leftovers of an interrupted start, and of an older one, in the template's data folder. */
function leaveRemains(folder: string): void {
  const half = path.join(folder, "postgres");
  fs.mkdirSync(half);
  fs.writeFileSync(path.join(half, "PG_VERSION"), "18\n");
  const leftFile = path.join(folder, "postgres.new-left");
  fs.mkdirSync(leftFile);
  fs.utimesSync(leftFile, 0, 0);
}

beforeAll(async () => {
  template = makeTemporaryFolder();
  leaveRemains(template);
  first = await startEmbeddedPostgres({ application, dataDir: template, log: () => {}, settings: { fsync: "off" } });
});

/** The template cluster and its data folder, from the only (expensive) first start. */
export const firstStart = () => ({ cluster: first, folder: template });

beforeEach(() => {
  dataDir = makeTemporaryFolder();
  logged = [];
  onLog = () => {};
});

afterEach(async () => {
  for (const child of processes) child.kill("SIGKILL");
  for (const cluster of runningClusters) {
    await cluster.stop();
    // A killed server leaves its socket.
    fs.rmSync(cluster.connection.host, { recursive: true, force: true });
  }
  processes.clear();
  runningClusters.clear();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

afterAll(async () => {
  await first.stop();
  fs.rmSync(template, { recursive: true, force: true });
});

/** Stops the template's server and copies its data folder, which is faster than a first start. */
export async function copyTemplate(): Promise<void> {
  await first.stop();
  execFileSync("cp", ["-a", path.join(template, "postgres"), dataDir]);
}

export async function start(): Promise<EmbeddedPostgres> {
  const cluster = await startEmbeddedPostgres({
    application,
    dataDir,
    settings: { fsync: "off" },
    log: (line) => {
      logged.push(line);
      onLog(line);
    },
  });
  runningClusters.add(cluster);
  return cluster;
}

export async function query({ connection }: { connection: Connection }, sql: string): Promise<unknown[]> {
  const client = new Client({ ...connection, database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}

type Report = { pid: number; connection: Connection; code?: string };

export function forkHolder(): ChildProcess {
  const child = fork(FIXTURE, [dataDir]);
  processes.add(child);
  return child;
}

export async function receiveReport(child: ChildProcess): Promise<Report> {
  const [message] = await once(child, "message");
  // The cast is safe, because the fixture sends nothing else.
  return message as Report;
}

export async function killHard(child: ChildProcess): Promise<void> {
  const exitEvent = once(child, "exit");
  child.kill("SIGKILL");
  await exitEvent;
}

export function untilLogged(words: string): Promise<void> {
  return new Promise((resolve) => {
    onLog = (line) => {
      if (line.includes(words)) resolve();
    };
  });
}
