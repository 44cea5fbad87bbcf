// Fails when a file imports what its room may not (the law: borders.mjs, and docs beside it).
// Usage: node scripts/check-borders.mjs [folder of the project]
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { hasImpureRules, judgeImport } from "./borders.mjs";
import { readImports, resolveImport } from "./read-imports.mjs";

const ROOT = path.resolve(process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url)));
const FOLDERS = ["apps/server/src", "apps/web/app", "packages/contract/src", "bench"];

/** The sources in a folder; tests may import what they like. @param {string} folder */
function listSources(folder) {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll(path.sep, "/")}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\/testing\//.test(name));
}

/** @param {string} from @returns {string[]} */
function listFaults(from) {
  const source = readFileSync(path.join(ROOT, from), "utf8");
  const crossed = readImports(source).flatMap(({ specifier, isType }) => {
    const reasons = judgeImport({ from, to: resolveImport(from, specifier), isType });
    return reasons.map((because) => `${from} imports ${specifier}: ${because}.`);
  });
  const impure = hasImpureRules(from, source) ? [`${from} reads the clock or draws by chance: hand it in.`] : [];
  return [...crossed, ...impure];
}

const faults = FOLDERS.flatMap(listSources).flatMap(listFaults);
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
