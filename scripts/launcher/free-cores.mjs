import { availableParallelism, cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

const LOOK_MS = 500;
// Each worker of the feature tests owns a database and a server with its connections.
const WORKERS_MAX = 8;
const WORKERS_MIN = 2;

/** Milliseconds that all cores have been idle, and have existed, since the machine started. */
function readCoreTimes() {
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const all = times.reduce((sum, { user, nice, sys, idle: own, irq }) => sum + user + nice + sys + own + irq, 0);
  return { idle, all };
}

/**
 * How many tests may run at once: as many as cores are idle, within what the smallest machine has and what the tests' databases bear.
 * @param {number} idleShare of all cores, 0 to 1
 * @param {number} cores
 */
export function countWorkers(idleShare, cores) {
  return Math.min(WORKERS_MAX, Math.max(Math.min(WORKERS_MIN, cores), Math.round(idleShare * cores)));
}

/** Watches the machine for half a second and answers how many workers its idle cores can feed. */
export async function findWorkers() {
  const before = readCoreTimes();
  await wait(LOOK_MS);
  const after = readCoreTimes();
  return countWorkers((after.idle - before.idle) / Math.max(1, after.all - before.all), availableParallelism());
}
