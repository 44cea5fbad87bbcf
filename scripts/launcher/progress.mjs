// How far a run of the tests is, and how long it still takes by how long its parts took before.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { print } from "./output.mjs";
import { inProject } from "./project.mjs";

/** How long each part took when it last ran whole, in milliseconds, by its key. @typedef {Record<string, number>} PartTimes */

const RECORD = inProject("node_modules/.cache/caramelo/test-times.json");

/** @returns {PartTimes} empty before the first run */
export function readPartTimes() {
  try {
    return JSON.parse(readFileSync(RECORD, "utf8"));
  } catch {
    return {};
  }
}

/** Keeps how long a part took for the next run; a folder that may not be written is no reason to fail. @param {string} key @param {number} ms */
export function keepPartTime(key, ms) {
  try {
    mkdirSync(path.dirname(RECORD), { recursive: true });
    writeFileSync(RECORD, JSON.stringify({ ...readPartTimes(), [key]: Math.round(ms) }));
  } catch {
    // The next run shows no time left.
  }
}

/**
 * The time that a part and those after it still take by the former run; undefined when one of them has none.
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
 * What the launcher tells the runner of a part, in `TEST_PROGRESS`: its title, its key and those of the parts after it.
 * @typedef {{ title: string, keys: string[] }} PartProgress
 */

/**
 * Says each time when another tenth of the part that runs is done. Outside of `npm test` it says nothing.
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
