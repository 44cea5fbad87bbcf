// Measures the progress of a test run, and estimates the time left from how long its parts took before.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { print } from "./output.mjs";
import { inProject } from "./project.mjs";

/**
 * How many milliseconds each part took in its last run, by its key. @typedef {Record<string, number>} PartTimes
 */

const RECORD = inProject("node_modules/.cache/caramelo/test-times.json");

/** @returns {PartTimes} empty before the first run */
export function readPartTimes() {
  try {
    return JSON.parse(readFileSync(RECORD, "utf8"));
  } catch {
    return {};
  }
}

/**
 * Stores how long a part took, for the next run. A folder that cannot be written to is ignored. @param {string} key
 * @param {number} ms
 */
export function keepPartTime(key, ms) {
  try {
    mkdirSync(path.dirname(RECORD), { recursive: true });
    writeFileSync(RECORD, JSON.stringify({ ...readPartTimes(), [key]: Math.round(ms) }));
  } catch {
    // The next run then shows no time left.
  }
}

/**
 * The time that the running part and those after it still need, estimated from their last runs; undefined when one of
 * them has never run.
 * @param {PartTimes} times
 * @param {string[]} keys of the part that runs, and of those after it
 * @param {number} doneShare of the part that runs, 0 to 1
 * @returns {number | undefined} milliseconds
 */
export function findTimeLeft(times, keys, doneShare) {
  const [own, ...later] = keys.map((key) => times[key]);
  if (own === undefined || later.includes(undefined)) return undefined;
  return later.reduce((/** @type {number} */ sum, ms) => sum + (ms ?? 0), own * (1 - doneShare));
}

/** @param {number | undefined} ms */
export function formatTimeLeft(ms) {
  if (ms === undefined) return "";
  return ms < 60_000 ? ", less than a minute left" : `, about ${Math.round(ms / 60_000)} min left`;
}

/**
 * What the launcher passes to the runner of a part in `TEST_PROGRESS`: the part's title, its key and the keys of the
 * parts after it.
 * @typedef {{ title: string, keys: string[] }} PartProgress
 */

/**
 * Counts what is done of the running part, and prints a line at each tenth. Without `TEST_PROGRESS` it prints nothing.
 * @param {number} all
 * @param {string} things
 * @returns {() => void} to be called when one more is done
 */
export function openProgress(all, things) {
  const text = process.env.TEST_PROGRESS;
  if (text === undefined) return () => {};
  /** @type {PartProgress} */
  const { title, keys } = JSON.parse(text);
  const times = readPartTimes();
  let done = 0;
  return () => {
    done += 1;
    if (Math.floor((10 * done) / all) === Math.floor((10 * (done - 1)) / all)) return;
    print(`── ${title}: ${done} of ${all} ${things}${formatTimeLeft(findTimeLeft(times, keys, done / all))} ──`);
  };
}
