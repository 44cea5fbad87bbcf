// Tells Vitest what changed since the rule tests last passed. It then runs the test files that loaded something of that,
// and those whose modules it has not recorded yet.
import { globSync, readFileSync, statSync } from "node:fs";
import { RULES_PASSED } from "./check-parts.mjs";
import { ROOT } from "./project.mjs";

/** The files that decide how each module is found and compiled. */
const SETTINGS = ["package*.json", "tsconfig*.json", "{apps,packages}/*/{package,tsconfig}.json"];
/** The record has no files that are read by their paths or in other processes, so these modules always count as changed. */
const READS_FILES = /node:(?:fs|child_process|module|worker_threads)|import\.meta\.glob/;

function readPassed() {
  try {
    return Number(readFileSync(RULES_PASSED, "utf8"));
  } catch {
    return 0;
  }
}

/** A file that is moved back keeps the time of its contents, and gets another one of its inode. @param {string} file */
function findChange(file) {
  return statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY;
}

/**
 * @param {{ resolver: { getDependencies: () => Promise<{ file: string }[]> } }} options
 * @returns {Promise<string[]>}
 */
async function findChangedFiles({ resolver }) {
  const passedAt = readPassed();
  const isChanged = (/** @type {string} */ file) => findChange(file) >= passedAt;
  const files = (await resolver.getDependencies()).map(({ file }) => file);
  if (globSync(SETTINGS, { cwd: ROOT }).some((name) => isChanged(`${ROOT}/${name}`))) return files;
  return files.filter((file) => isChanged(file) || READS_FILES.test(readFileSync(file, "utf8")));
}

// biome-ignore lint/style/noDefaultExport: Vitest asks for one
export default { findChangedFiles };
