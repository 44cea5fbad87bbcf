import { availableParallelism, cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

const LOOK_MS = 500;
// The number is limited, because each worker of the feature tests has a database and a server with its own connections.
const WORKERS_MAX = 8;
const WORKERS_MIN = 2;

/** How many milliseconds all cores have been idle, and have existed, since the machine started. */
function readCoreTimes() {
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const all = times.reduce((sum, { user, nice, sys, idle: own, irq }) => sum + user + nice + sys + own + irq, 0);
  return { idle, all };
}

/**
 * How many tests may run at once: as many as there are idle cores, but at least what the smallest machine runs and at
 * most what the tests' databases can serve.
 * @param {number} idleShare of all cores, 0 to 1
 * @param {number} cores
 */
export function countWorkers(idleShare, cores) {
  return Math.min(WORKERS_MAX, Math.max(Math.min(WORKERS_MIN, cores), Math.round(idleShare * cores)));
}

/** Watches the machine for half a second and returns the number of workers for its idle cores. */
export async function findWorkers() {
  const before = readCoreTimes();
  await wait(LOOK_MS);
  const after = readCoreTimes();
  return countWorkers((after.idle - before.idle) / Math.max(1, after.all - before.all), availableParallelism());
}
