// A run of tests that is cut off leaves processes that outlive their runner: PostgreSQL, servers, browsers. So
// each run has one temporary folder, whose name is the run's record. All that a run starts has this folder as its TMPDIR
// or works inside it, and is ended when the run is no more. Other systems than Linux do not show what a process has.
import { spawn } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const IN_MEMORY = "/dev/shm";
/** A run of all tests needs up to 1.7 GB at one time; the rest is for the programs. In bytes. */
const NEEDED = 4 * 2 ** 30;
const PROGRAM = fileURLToPath(import.meta.url);
const LOOK_EVERY_MS = 100;
/** How often a PostgreSQL is asked to quit before it is killed. */
const QUIT_TRIES = 100;

/**
 * The name of a run's folder: the namespace of the runner's number, the number, and when the runner started, because
 * numbers are used again. It is short, because paths of sockets are.
 */
const RUN = /^caramelo-(\d+)-(\d+)-(\d+)$/;

const readNamespace = () => /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "";

/** When a process started, in ticks since the machine did; undefined when it has ended. @param {string | number} pid */
function findStart(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19];
  } catch {
    return undefined;
  }
}

/** Whether a run of this machine has ended. @param {string} name of its folder */
export function isOver(name) {
  const [, namespace, pid = "", start] = RUN.exec(name) ?? [];
  return namespace === readNamespace() && findStart(pid) !== start;
}

/**
 * The folder in which a run makes its own: one in memory where Linux has it and there is room, because each database
 * that is copied and dropped means some 700 files; else the system's folder for temporary files.
 */
function findParentFolder() {
  if (process.env.TMPDIR) return tmpdir();
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > NEEDED ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** The processes that have this folder. Those of other users cannot be seen. @param {string} folder */
export function listProcesses(folder) {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      return environment.includes(`TMPDIR=${folder}`) || readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
    } catch {
      return false;
    }
  });
}

/** @param {string} pid @param {NodeJS.Signals} signal */
function signalProcess(pid, signal) {
  try {
    process.kill(Number(pid), signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Ends all that a run has started, and removes its folder. @param {string} folder */
async function endRun(folder) {
  for (let tries = 0, pids = listProcesses(folder); pids.length > 0; tries += 1, pids = listProcesses(folder)) {
    for (const pid of pids) {
      // A PostgreSQL that quits gives its shared memory back, and a killed one does not.
      const mayQuit = tries < QUIT_TRIES && readName(pid) === "postgres";
      signalProcess(pid, mayQuit ? "SIGQUIT" : "SIGKILL");
    }
    await wait(LOOK_EVERY_MS);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} pid */
function readName(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

/** Ends what the runs before have left. */
export async function endLeftRuns() {
  for (const parent of new Set([tmpdir(), IN_MEMORY])) {
    const names = readdirSync(parent).filter(isOver);
    for (const name of names) await endRun(path.join(parent, name)).catch(() => {});
  }
}

/**
 * Makes this process a run, unless it belongs to one already: from here on its temporary folder is that of the run, and
 * a watcher ends all that the run has started as soon as this process has ended, whatever ended it. The leftovers of a
 * run whose watcher was killed, too, are ended first.
 */
export async function openTestRun() {
  if (process.platform !== "linux" || RUN.test(path.basename(tmpdir()))) return;
  await endLeftRuns();
  const name = `caramelo-${readNamespace()}-${process.pid}-${findStart(process.pid)}`;
  const folder = path.join(findParentFolder(), name);
  mkdirSync(folder);
  // If root runs the tests, PostgreSQL runs as another user, for whom this is like any folder for temporary files.
  chmodSync(folder, 0o1777);
  // The watcher has its own session, because Ctrl-C reaches the whole group, and its input ends with this process.
  const watcher = spawn(process.execPath, [PROGRAM, folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  watcher.unref();
  /** @type {import("node:net").Socket} */ (watcher.stdin).unref();
  process.env.TMPDIR = folder;
}

if (process.argv[1] === PROGRAM) {
  const [folder = ""] = process.argv.slice(2);
  process.stdin.resume().on("close", () => endRun(folder));
}
