import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Connection } from "./cluster.ts";
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { findPostmaster } from "./postmaster-file.ts";
import { isPostgres } from "./process-info.ts";
import { application } from "./test-application.fixture.ts";

// The tests start real servers, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const FIXTURE = path.join(import.meta.dirname, "hold-cluster.fixture.ts");

let template: string;
let dataDir: string;
let logged: string[];
let onLog: (line: string) => void;
const running = new Set<EmbeddedPostgres>();
const processes = new Set<ChildProcess>();

function makeTemporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "with space "));
  // When root runs the tests, the database's user must be able to pass through the folder.
  fs.chmodSync(folder, 0o711);
  return folder;
}

beforeAll(async () => {
  template = makeTemporaryFolder();
  const cluster = await startEmbeddedPostgres({
    application,
    dataDir: template,
    log: () => {},
    settings: { fsync: "off" },
  });
  await cluster.stop();
});

beforeEach(() => {
  dataDir = makeTemporaryFolder();
  logged = [];
  onLog = () => {};
});

afterEach(async () => {
  for (const child of processes) child.kill("SIGKILL");
  for (const cluster of running) {
    await cluster.stop();
    // A killed server leaves its socket behind.
    fs.rmSync(cluster.connection.host, { recursive: true, force: true });
  }
  processes.clear();
  running.clear();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

afterAll(() => fs.rmSync(template, { recursive: true, force: true }));

/** Copies the template into the data folder, which is quicker than a first start. */
function copyTemplate(): void {
  execFileSync("cp", ["-a", path.join(template, "postgres"), dataDir]);
}

async function start(): Promise<EmbeddedPostgres> {
  const cluster = await startEmbeddedPostgres({
    application,
    dataDir,
    settings: { fsync: "off" },
    log: (line) => {
      logged.push(line);
      onLog(line);
    },
  });
  running.add(cluster);
  return cluster;
}

async function query({ connection }: { connection: Connection }, sql: string): Promise<unknown[]> {
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

function forkHolder(): ChildProcess {
  const child = fork(FIXTURE, [dataDir]);
  processes.add(child);
  return child;
}

async function receiveReport(child: ChildProcess): Promise<Report> {
  const [message] = await once(child, "message");
  // The cast holds because the fixture sends nothing else.
  return message as Report;
}

async function killHard(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

function untilLogged(words: string): Promise<void> {
  return new Promise((resolve) => {
    onLog = (line) => {
      if (line.includes(words)) resolve();
    };
  });
}

test("a first start makes a UTF-8 cluster behind a private socket and a password, and a stop removes server and socket", async () => {
  const cluster = await start();
  const { host, port } = cluster.connection;

  expect(cluster.wasAdopted).toBe(false);
  expect(cluster.dataFolder).toBe(path.join(fs.realpathSync(dataDir), "postgres"));
  expect(Buffer.byteLength(path.join(host, `.s.PGSQL.${port}`))).toBeLessThanOrEqual(103);
  expect(fs.statSync(host).mode & 0o777).toBe(0o700);
  expect(fs.statSync(path.join(cluster.dataFolder, "sample.password")).mode & 0o777).toBe(0o600);
  expect(
    await query(
      cluster,
      `select pg_encoding_to_char(encoding), datcollate, lower('ÇÃ'), current_setting('listen_addresses'), current_setting('fsync')
       from pg_database where datname = 'postgres'`,
    ),
  ).toEqual([["UTF8", "C.UTF-8", "çã", "", "off"]]);
  await expect(query({ connection: { ...cluster.connection, password: "wrong" } }, "select 1")).rejects.toThrow(
    "password authentication failed",
  );

  await cluster.stop();
  expect(isPostgres(cluster.pid)).toBe(false);
  expect(fs.existsSync(host)).toBe(false);
});

test("the next start adopts a server that a killed Node left behind, keeps it running and stops it", async () => {
  copyTemplate();
  const holder = forkHolder();
  const { pid } = await receiveReport(holder);
  await killHard(holder);
  expect(isPostgres(pid)).toBe(true);

  const adopted = await start();
  expect([adopted.wasAdopted, adopted.pid]).toEqual([true, pid]);
  expect(await query(adopted, "select 1")).toEqual([[1]]);

  const again = untilLogged("running again");
  process.kill(pid, "SIGKILL");
  await again;
  expect(adopted.pid).not.toBe(pid);
  await adopted.stop();
  expect(isPostgres(adopted.pid)).toBe(false);
});

test("a server that was killed together with Node has every committed row at the next start", async () => {
  copyTemplate();
  const holder = forkHolder();
  const { pid, connection } = await receiveReport(holder);
  await query({ connection }, "create table kept as select generate_series(1, 1000) as number");
  await killHard(holder);
  process.kill(pid, "SIGKILL");

  const cluster = await start();
  expect(cluster.wasAdopted).toBe(false);
  expect(await query(cluster, "select count(*)::int from kept")).toEqual([[1000]]);
});

test("a server that dies while the application lives is started again at the same address", async () => {
  copyTemplate();
  const cluster = await start();
  await query(cluster, "create table kept as select 7 as number");
  const first = cluster.pid;
  const again = untilLogged("running again");
  process.kill(first, "SIGKILL");
  await again;

  expect(cluster.pid).not.toBe(first);
  expect(await query(cluster, "select number from kept")).toEqual([[7]]);
});

test("a stop during a restart leaves no server behind", async () => {
  copyTemplate();
  const cluster = await start();
  const ended = untilLogged("ended unexpectedly");
  process.kill(cluster.pid, "SIGKILL");
  await ended;
  await cluster.stop();

  expect(isPostgres(cluster.pid)).toBe(false);
  await expect(query(cluster, "select 1")).rejects.toThrow();
  expect(logged).not.toContainEqual(expect.stringContaining("running again"));
});

test("a second instance on the same data folder is refused, and the first one still answers", async () => {
  copyTemplate();
  const cluster = await start();

  await expect(startEmbeddedPostgres({ application, dataDir, log: () => {} })).rejects.toMatchObject({
    code: "IN_USE",
    message: expect.stringContaining(`${dataDir}: stop it first, or give this one another data folder.`),
  });
  expect(await query(cluster, "select 1")).toEqual([[1]]);
});

test("a command that only reads finds the running server, and nothing once it has stopped", async () => {
  copyTemplate();
  const cluster = await start();

  expect(findRunningPostgres({ application, dataDir })).toEqual(cluster.connection);
  await cluster.stop();
  expect(findRunningPostgres({ application, dataDir })).toBeUndefined();
});

test("a command that only reads makes neither a cluster nor a data folder", () => {
  expect(findRunningPostgres({ application, dataDir })).toBeUndefined();
  expect(fs.readdirSync(dataDir)).toEqual([]);
  const missing = path.join(dataDir, "missing");
  expect(findRunningPostgres({ application, dataDir: missing })).toBeUndefined();
  expect(fs.existsSync(missing)).toBe(false);
});

test("a stopping server is not ready while it still lives, so that nobody adopts it", async () => {
  copyTemplate();
  const cluster = await start();
  const client = new Client({ ...cluster.connection, database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const sessionPid = rows[0]?.pid ?? 0;
  // The shutdown waits for this session, as for one whose disk hangs.
  process.kill(sessionPid, "SIGSTOP");
  const stopped = cluster.stop();
  await vi.waitFor(() =>
    expect(findPostmaster(cluster.dataFolder)).toMatchObject({ pid: cluster.pid, isReady: false }),
  );
  expect(findRunningPostgres({ application, dataDir })).toBeUndefined();
  process.kill(sessionPid, "SIGCONT");
  await stopped;
  expect(isPostgres(cluster.pid)).toBe(false);
});

test("exactly one of two simultaneous first starts gets the cluster", async () => {
  const reports = await Promise.all([forkHolder(), forkHolder()].map(receiveReport));

  expect(reports.map(({ code }) => code).toSorted()).toEqual(["IN_USE", undefined]);
  expect(fs.readdirSync(dataDir)).toEqual(["postgres"]);
  const winner = reports.find(({ pid }) => pid);
  for (const child of processes) await killHard(child);
  expect((await start()).pid).toBe(winner?.pid);
});

test("a start ignores lock files that name a process of another program", async () => {
  copyTemplate();
  const { dataFolder, connection, stop } = await start();
  await stop();
  const { uid, gid } = fs.statSync(dataFolder);
  const stranger = spawn("sleep", ["60"], process.geteuid?.() === 0 ? { uid, gid } : {});
  processes.add(stranger);
  await once(stranger, "spawn");
  fs.mkdirSync(connection.host, { mode: 0o700 });
  for (const file of [path.join(dataFolder, "postmaster.pid"), path.join(connection.host, ".s.PGSQL.5432.lock")]) {
    fs.writeFileSync(file, `${stranger.pid}\n${dataFolder}\n1700000000\n5432\n${connection.host}\n\n\nready\n`);
    fs.chownSync(file, uid, gid);
  }

  const cluster = await start();
  expect(cluster.wasAdopted).toBe(false);
  expect(await query(cluster, "select 1")).toEqual([[1]]);
});

test("a start keeps an incomplete cluster under another name, makes a new one and removes old leftovers", async () => {
  const half = path.join(dataDir, "postgres");
  fs.mkdirSync(half);
  fs.writeFileSync(path.join(half, "PG_VERSION"), "18\n");
  const left = path.join(dataDir, "postgres.new-left");
  fs.mkdirSync(left);
  fs.utimesSync(left, 0, 0);

  const cluster = await start();
  expect(await query(cluster, "select 1")).toEqual([[1]]);
  expect(fs.readdirSync(dataDir)).toEqual(["postgres", expect.stringMatching(/^postgres\.incomplete-\d+$/)]);
});

test("a start with a setting that PostgreSQL refuses fails with PostgreSQL's own message", async () => {
  copyTemplate();
  const attempt = startEmbeddedPostgres({
    application,
    dataDir,
    log: () => {},
    settings: { fsync: "off", max_connections: "many" },
  });

  await expect(attempt).rejects.toMatchObject({ code: "FAILED", message: expect.stringContaining("max_connections") });
});
