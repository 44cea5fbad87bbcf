import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { findRunningPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { hashPath } from "./open-folder.ts";
import { findPostmaster } from "./postmaster-file.ts";
import { isPostgres } from "./process-info.ts";
import { application } from "./test-application.fixture.ts";
import {
  copyTemplate,
  dataDir,
  firstStart,
  forkHolder,
  killHard,
  processes,
  query,
  receiveReport,
  start,
  untilLogged,
} from "./test-clusters.fixture.ts";

test("a first start makes a UTF-8 cluster behind a private socket and a password, keeps an incomplete one under another name and removes old leftovers, and a stop removes server and socket", async () => {
  const { cluster, folder } = firstStart();
  const { host, port } = cluster.connection;

  expect(cluster.wasAdopted).toBe(false);
  expect(cluster.dataFolder).toBe(path.join(fs.realpathSync(folder), "postgres"));
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

  expect(fs.readdirSync(folder)).toEqual(["postgres", expect.stringMatching(/^postgres\.incomplete-\d+$/)]);

  await cluster.stop();
  expect(isPostgres(cluster.pid)).toBe(false);
  expect(fs.existsSync(host)).toBe(false);
});

test("the next start adopts a server that a killed Node left behind, keeps it running and stops it", async () => {
  await copyTemplate();
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

test("a running server is found by a command that only reads, refuses a second instance on its data folder, and is not ready while it stops, so that no command adopts it", async () => {
  await copyTemplate();
  const cluster = await start();

  await expect(startEmbeddedPostgres({ application, dataDir, log: () => {} })).rejects.toMatchObject({
    code: "IN_USE",
    message: expect.stringContaining(`${dataDir}: stop it first, or give this one another data folder.`),
  });
  expect(await query(cluster, "select 1")).toEqual([[1]]);
  expect(findRunningPostgres({ application, dataDir })).toEqual(cluster.connection);

  const client = new Client({ ...cluster.connection, database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const sessionPid = rows[0]?.pid ?? 0;
  // The shutdown waits for this session, as for one whose disk hangs.
  process.kill(sessionPid, "SIGSTOP");
  const stopPromise = cluster.stop();
  await vi.waitFor(() =>
    expect(findPostmaster(cluster.dataFolder)).toMatchObject({ pid: cluster.pid, isReady: false }),
  );
  expect(findRunningPostgres({ application, dataDir })).toBeUndefined();
  process.kill(sessionPid, "SIGCONT");
  await stopPromise;
  expect(isPostgres(cluster.pid)).toBe(false);
  expect(findRunningPostgres({ application, dataDir })).toBeUndefined();
});

test("a command that only reads makes neither a cluster nor a data folder", () => {
  expect(findRunningPostgres({ application, dataDir })).toBeUndefined();
  expect(fs.readdirSync(dataDir)).toEqual([]);
  const missingPath = path.join(dataDir, "missing");
  expect(findRunningPostgres({ application, dataDir: missingPath })).toBeUndefined();
  expect(fs.existsSync(missingPath)).toBe(false);
});

test("a start ignores lock files that name a process of another program", async () => {
  await copyTemplate();
  const dataFolder = path.join(fs.realpathSync(dataDir), "postgres");
  const host = `/tmp/${application.id}-${hashPath(dataFolder)}`;
  const { uid, gid } = fs.statSync(dataFolder);
  const stranger = spawn("sleep", ["60"], process.geteuid?.() === 0 ? { uid, gid } : {});
  processes.add(stranger);
  await once(stranger, "spawn");
  fs.mkdirSync(host, { mode: 0o700 });
  for (const file of [path.join(dataFolder, "postmaster.pid"), path.join(host, ".s.PGSQL.5432.lock")]) {
    fs.writeFileSync(file, `${stranger.pid}\n${dataFolder}\n1700000000\n5432\n${host}\n\n\nready\n`);
    fs.chownSync(file, uid, gid);
  }

  const cluster = await start();
  expect(cluster.connection.host).toBe(host);
  expect(cluster.wasAdopted).toBe(false);
  expect(await query(cluster, "select 1")).toEqual([[1]]);
});

test("variables of the shell that are about another server, such as PGSSLMODE, change nothing", async () => {
  const connectElsewhere = () => {
    for (const [name, value] of [
      ["PGSSLMODE", "require"],
      ["PGOPTIONS", "-c no_such_setting=1"],
      ["PGSSLNEGOTIATION", "direct"],
    ] as const)
      vi.stubEnv(name, value);
  };
  await copyTemplate();
  connectElsewhere();
  const cluster = await start();
  expect(await query(cluster, "select 1")).toEqual([[1]]);
  connectElsewhere();
  const connection = findRunningPostgres({ application, dataDir });
  expect(connection).toEqual(cluster.connection);
  expect(await query(cluster, "select 1")).toEqual([[1]]);
  vi.unstubAllEnvs();
});

test("a start with a setting that PostgreSQL refuses fails with PostgreSQL's own message", async () => {
  await copyTemplate();
  const attempt = startEmbeddedPostgres({
    application,
    dataDir,
    log: () => {},
    settings: { fsync: "off", max_connections: "many" },
  });

  await expect(attempt).rejects.toMatchObject({ code: "FAILED", message: expect.stringContaining("max_connections") });
});
