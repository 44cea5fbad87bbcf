// `npm run mutate`: StrykerJS breaks the rules in every way it knows, one at a time and in a copy of the project, and
// runs the rule tests that reach the broken place. `--only billing,access` takes only the rules of some features or
// files, `--force` tries again what the last run has tried, and TEST_WORKERS sets how many mutants are tried at once.
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { expectedError, formatError, formatSeconds, print } from "./launcher/output.mjs";
import { WORKERS } from "./launcher/run.mjs";

type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** The smallest score in percent; the command fails below it. */
const SCORE_MIN = 85;
/**
 * The timeout is long, because on a busy machine a test may be slow although it does not hang. StrykerJS notices most
 * endless loops by counting their rounds.
 */
const TIMEOUT_MS = 30_000;
const RULES = ["{apps,packages,bench,chaos}/**/{rules,*-rules}.ts", "{apps,packages}/**/rules/*.ts"];
/** The results of earlier runs. A mutant is tried again when its file or a test that reaches it has changed. */
const RECORD = "node_modules/.cache/caramelo/mutants.json";
/** Folders and files that no rule test reads. */
const NOT_COPIED = [
  ...["/data", "/docs", "/e2e", "/scripts", "/siege", "/bench/.cache", "/apps/*/build*"],
  ...["/test-results", "/playwright-report", "/reports"],
];

/** The feature of a file or its part of the base or platform, or else its folder. */
function featureOf(file: string): string {
  const [, feature] = /\/(?:features|base|platform)\/([^/]+)\//.exec(file) ?? [];
  return feature ?? path.basename(path.dirname(file));
}

/**
 * Every file of rules, or only those of `names`, each of which is a feature (`billing`) or a file (`access` for
 * `access-rules.ts`).
 */
function listRuleFiles(names: string[]): string[] {
  const files = globSync(RULES, { exclude: ["**/node_modules", "**/*.test.ts"] }).map((file) =>
    file.split(path.sep).join("/"),
  );
  const namesOf = (file: string) => [featureOf(file), path.basename(file).replace(/-?rules\.ts$/, "")];
  const unknownName = names.find((name) => !files.some((file) => namesOf(file).includes(name)));
  if (unknownName !== undefined) throw expectedError(`No rules belong to "${unknownName}"; --only takes a feature.`);
  const isChosen = (file: string) => names.length === 0 || namesOf(file).some((name) => names.includes(name));
  return [...new Set(files)].filter(isChosen).sort();
}

/** What it tries and leaves out: docs/topics/tests.md. */
async function tryMutants(files: string[], isForced: boolean): Promise<Mutant[]> {
  const tempDirName = mkdtempSync(path.join(tmpdir(), "caramelo-mutate-"));
  // The folder is removed even when a signal ends the run.
  process.on("exit", () => rmSync(tempDirName, { recursive: true, force: true }));
  const stryker = new Stryker({
    mutate: files,
    testRunner: "vitest",
    vitest: { configFile: "vitest.mutate.config.ts" },
    coverageAnalysis: "perTest",
    ignoreStatic: true,
    incremental: true,
    incrementalFile: RECORD,
    force: isForced,
    concurrency: Number(process.env.TEST_WORKERS ?? WORKERS),
    timeoutMS: TIMEOUT_MS,
    tempDirName,
    cleanTempDir: "always",
    ignorePatterns: NOT_COPIED,
    disableTypeChecks: false,
    tsconfigFile: "none",
    reporters: ["progress-append-only"],
    allowConsoleColors: process.stdout.isTTY,
  });
  return stryker.runMutationTest();
}

/** The record contains results for other files, too. */
function isOf(files: string[], { fileName }: Mutant): boolean {
  return files.includes(path.relative(".", fileName).split(path.sep).join("/"));
}

function formatMutant({ fileName, location, mutatorName, replacement, status }: Mutant): string {
  const place = `${path.relative(".", fileName)}:${location.start.line}:${location.start.column}`;
  return `  ${status === "Survived" ? "survived" : "untested"}  ${place} ${mutatorName}: ${replacement}`;
}

function countMutants(mutants: Mutant[]) {
  const count = (status: Mutant["status"]) => mutants.filter((mutant) => mutant.status === status).length;
  const [killedCount, timedOut] = [count("Killed"), count("Timeout")];
  const [survived, untested] = [count("Survived"), count("NoCoverage")];
  const valid = killedCount + timedOut + survived + untested;
  return {
    killed: killedCount,
    timedOut,
    survived,
    untested,
    score: valid === 0 ? 100 : (100 * (killedCount + timedOut)) / valid,
  };
}

function formatCounts(name: string, mutants: Mutant[]): string {
  const { killed: killedCount, timedOut, survived, untested, score } = countMutants(mutants);
  const noticed = `${killedCount} killed and ${timedOut} timed out`;
  return `${name}: ${score.toFixed(1)} %, ${noticed}; ${survived} survived, ${untested} reached by no rule test`;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" }, force: { type: "boolean", default: false } } });
  const startTime = performance.now();
  const files = listRuleFiles(values.only?.split(",") ?? []);
  print(`Breaking ${files.length} files of rules in a copy of the project, one place at a time …`);
  const mutants = (await tryMutants(files, values.force)).filter((mutant) => isOf(files, mutant));
  for (const mutant of mutants)
    if (mutant.status === "Survived" || mutant.status === "NoCoverage") print(formatMutant(mutant));
  const ofFeatures = Object.groupBy(mutants, ({ fileName }) => featureOf(fileName));
  for (const [feature, ownMutants = []] of Object.entries(ofFeatures)) print(formatCounts(feature, ownMutants));
  print(formatCounts(`${mutants.length} mutants in ${formatSeconds(performance.now() - startTime)}`, mutants));
  const isEnough = countMutants(mutants).score >= SCORE_MIN;
  print(`${isEnough ? "Passed" : "FAILED"}: at least ${SCORE_MIN} % are required.`);
  return isEnough ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  print(formatError(error));
  process.exitCode = 1;
}
