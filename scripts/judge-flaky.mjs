// Prints the flaky tests of a run of CI, which come one on each line as "name | reason", and keeps their names for the
// next run. Fails for the reasons in flaky.mjs. Usage: node scripts/judge-flaky.mjs <record of the run before> < tests
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { judgeFlaky } from "./flaky.mjs";
import { print } from "./launcher/output.mjs";

/** @param {string} text */
const readLines = (text) => text.split("\n").filter((line) => line !== "");

const record = process.argv[2] ?? "";
const flakyTests = readLines(readFileSync(0, "utf8"));
const flakyNames = flakyTests.map((line) => line.split(" | ", 1)[0] ?? "");
const violations = judgeFlaky(flakyNames, existsSync(record) ? readLines(readFileSync(record, "utf8")) : []);
for (const line of flakyTests) print(`  FLAKY  ${line}`);
for (const violation of violations) print(`  FAILED  ${violation}`);
try {
  mkdirSync(path.dirname(record), { recursive: true });
  writeFileSync(record, flakyNames.map((name) => `${name}\n`).join(""));
} catch {
  print(`The flaky tests of this run could not be kept in ${record}.`);
}
process.exitCode = violations.length === 0 ? 0 : 1;
