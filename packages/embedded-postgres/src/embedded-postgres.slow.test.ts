import fs from "node:fs";
import { expect, test } from "vitest";
import { isPostgres } from "./process-info.ts";
import {
  copyTemplate,
  dataDir,
  forkHolder,
  killHard,
  logged,
  processes,
  query,
  receiveReport,
  start,
  untilLogged,
} from "./test-clusters.fixture.ts";

test("a server that was killed together with Node has every committed row at the next start", async () => {
  await copyTemplate();
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
  await copyTemplate();
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
  await copyTemplate();
  const cluster = await start();
  const endedLine = untilLogged("ended unexpectedly");
  process.kill(cluster.pid, "SIGKILL");
  await endedLine;
  await cluster.stop();

  expect(isPostgres(cluster.pid)).toBe(false);
  await expect(query(cluster, "select 1")).rejects.toThrow();
  expect(logged).not.toContainEqual(expect.stringContaining("running again"));
});

test("exactly one of two simultaneous first starts gets the cluster", async () => {
  const reports = await Promise.all([forkHolder(), forkHolder()].map(receiveReport));

  expect(reports.map(({ code }) => code).toSorted()).toEqual(["IN_USE", undefined]);
  expect(fs.readdirSync(dataDir)).toEqual(["postgres"]);
  const winner = reports.find(({ pid }) => pid);
  for (const child of processes) await killHard(child);
  expect((await start()).pid).toBe(winner?.pid);
});
