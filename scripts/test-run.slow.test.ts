import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { inProject, TOOLS } from "./launcher/project.mjs";
import { endLeftRuns, isOver, listProcesses } from "./test-run.mjs";

// Each run starts a PostgreSQL, perhaps on a slow machine.
vi.setConfig({ testTimeout: 300_000 });

const PATIENTLY = { timeout: 120_000, interval: 50 };

/** A project whose only test hangs, and has started what outlives it, as servers and browsers do. */
function makeProject(): string {
  const root = mkdtempSync(path.join(tmpdir(), "cut off "));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, "tmp"));
  // If root runs this, PostgreSQL runs as another user.
  for (const folder of [root, path.join(root, "tmp")]) chmodSync(folder, 0o711);
  const globalSetup = JSON.stringify(inProject("apps/server/src/testing/global-setup.ts"));
  const config = `export default { test: { globals: true, pool: "forks", globalSetup: ${globalSetup}, testTimeout: 1e9 } };`;
  const hangingTest = `
    import { spawn } from "node:child_process";
    test("hangs", async () => {
      spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
      await new Promise(() => {});
    });`;
  writeFileSync(path.join(root, "vitest.config.mjs"), config);
  writeFileSync(path.join(root, "hang.test.mjs"), hangingTest);
  return root;
}

const readNames = (pids: string[]) => pids.map((pid) => readFileSync(`/proc/${pid}/comm`, "utf8").trim());

/** Starts Vitest in the project, and waits until its PostgreSQL and what its test starts are running. */
async function startRun(root: string): Promise<{ runner: ChildProcess; folder: string; pids: string[] }> {
  const parent = path.join(root, "tmp");
  const env = { ...process.env, TMPDIR: parent };
  const runner = spawn(process.execPath, [TOOLS.vitest, "run"], { cwd: root, env, stdio: "ignore" });
  onTestFinished(() => void runner.kill("SIGKILL"));
  const findFolder = () => path.join(parent, readdirSync(parent)[0] ?? "none");
  await expect
    .poll(() => readNames(listProcesses(findFolder())), PATIENTLY)
    .toEqual(expect.arrayContaining(["postgres", "sleep"]));
  return { runner, folder: findFolder(), pids: listProcesses(findFolder()) };
}

const isAlive = (pid: string) => existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";

test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  "a run that %s cuts off leaves no PostgreSQL, no other process and no file",
  async (signal) => {
    const { runner, folder, pids } = await startRun(makeProject());
    const exit = once(runner, "exit");
    runner.kill(signal);
    await exit;
    await expect.poll(() => pids.filter(isAlive), PATIENTLY).toEqual([]);
    await expect.poll(() => existsSync(folder), PATIENTLY).toBe(false);
  },
);

test("the next run ends the leftovers of a run that was killed together with its watcher", async () => {
  const { runner, folder, pids } = await startRun(makeProject());
  const watchers = readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || !existsSync(`/proc/${pid}/cmdline`)) return false;
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").endsWith(`test-run.mjs\0${folder}\0`);
  });
  expect(watchers.length).toBe(1);
  process.kill(Number(watchers[0]), "SIGKILL");
  await expect.poll(() => watchers.filter(isAlive), PATIENTLY).toEqual([]);
  const exit = once(runner, "exit");
  runner.kill("SIGKILL");
  await exit;
  expect(readNames(listProcesses(folder))).toContain("postgres");
  vi.stubEnv("TMPDIR", path.dirname(folder));
  await endLeftRuns();
  expect(pids.filter(isAlive)).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

test("a run goes on while its runner lives, and is over when another process has got its number", () => {
  const [namespace = ""] = /\d+/.exec(readlinkSync("/proc/self/ns/pid")) ?? [];
  const start = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ")[19];
  expect(isOver(`caramelo-${namespace}-${process.pid}-${start}`)).toBe(false);
  expect(isOver(`caramelo-${namespace}-${process.pid}-1${start}`)).toBe(true);
  expect(isOver(`caramelo-1${namespace}-${process.pid}-1${start}`)).toBe(false);
  expect(isOver("caramelo-data")).toBe(false);
});
