// Prints the flaky tests of a run of CI, whose names come one on each line, and keeps them for the next run. Fails for
// the reasons in flaky.mjs. Usage: node scripts/judge-flaky.mjs <record of the run before> < names
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { judgeFlaky } from "./flaky.mjs";
import { print } from "./launcher/output.mjs";

/** @param {string} text */
const readLines = (text) => text.split("\n").filter((line) => line !== "");

const record = process.argv[2] ?? "";
const flakyNames = readLines(readFileSync(0, "utf8"));
const violations = judgeFlaky(flakyNames, existsSync(record) ? readLines(readFileSync(record, "utf8")) : []);
for (const name of flakyNames) print(`  FLAKY  ${name}`);
for (const violation of violations) print(`  FAILED  ${violation}`);
try {
  mkdirSync(path.dirname(record), { recursive: true });
  writeFileSync(record, flakyNames.map((name) => `${name}\n`).join(""));
} catch {
  print(`The flaky tests of this run could not be kept in ${record}.`);
}
process.exitCode = violations.length === 0 ? 0 : 1;
