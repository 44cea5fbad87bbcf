// Fails when a file crosses a border: what it may import (borders.mjs, layers.mjs), which tables it may write and read
// (borders-sql.mjs), how it must be named and what it may not contain (borders-files.mjs), where its texts may be
// (bare-texts.mjs), and which built-ins it may use (newer-built-ins.mjs). Usage: node scripts/check-borders.mjs [folder of
// the project]
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { judgeTexts } from "./bare-texts.mjs";
import { judgeFile, judgeWords } from "./borders-files.mjs";
import { judgeMessageStatements, judgeOwners, judgeReads, judgeWrites, listOwners, listReads } from "./borders-sql.mjs";
import { cruiseImports } from "./cruise-imports.mjs";
import { judgeHeights, judgeLayers } from "./layers.mjs";
import { judgeBuiltIns } from "./newer-built-ins.mjs";

const ROOT = path.resolve(process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url)));
const FOLDERS = [
  "apps/server/src",
  "apps/web/app",
  "packages/contract/src",
  "packages/embedded-postgres/src",
  "packages/member-index/src",
  "bench",
  "chaos",
  "siege",
];
const TYPES = "apps/server/src/platform/database/types.generated.ts";

/** @param {string} file */
const read = (file) => readFileSync(path.join(ROOT, file), "utf8");

/**
 * The sources in a folder, without tests and their fixtures, which may import what they like.
 * @param {string} folder
 */
function listSources(folder) {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll(path.sep, "/")}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|fixture)\.tsx?$|\/testing\//.test(name));
}

const files = FOLDERS.flatMap(listSources);
/** @type {[file: string, source: string][]} */
const sources = files.map((file) => [file, read(file)]);
const owners = listOwners(sources);
const { imports, forbiddenImports } = await cruiseImports(ROOT, files);

/** @param {[file: string, source: string]} named @returns {string[]} */
function listViolations([file, source]) {
  return [
    ...judgeFile(file, source),
    ...judgeWords(file, source),
    ...judgeTexts(file, source),
    ...judgeBuiltIns(file, source),
    ...judgeWrites(file, source, owners),
    ...judgeReads(file, source, owners),
    ...judgeMessageStatements(file, source, owners),
  ].map((reason) => `${file}: ${reason}.`);
}

const violations = [
  ...sources.flatMap(listViolations),
  ...listSources("apps/web/service-worker").flatMap((file) =>
    judgeBuiltIns(file, read(file)).map((reason) => `${file}: ${reason}.`),
  ),
  ...forbiddenImports.map(({ from, to, because }) => `${from} imports ${to}: ${because}.`),
  ...[...judgeLayers(files), ...judgeHeights([...imports, ...listReads(sources, owners)])].map(
    (reason) => `scripts/layers.mjs: ${reason}.`,
  ),
  ...judgeOwners(read(TYPES), owners).map((reason) => `${TYPES}: ${reason}.`),
];
for (const violation of violations) process.stdout.write(`${violation}\n`);
process.exitCode = violations.length === 0 ? 0 : 1;
