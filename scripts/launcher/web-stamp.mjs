import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { inProject } from "./project.mjs";

const FOLDERS = [
  "apps/web/app",
  "apps/web/public",
  "apps/web/service-worker",
  "apps/web/site-build",
  "packages/contract/src",
];
const FILES = ["package-lock.json", "tsconfig.base.json", "packages/contract/package.json"];
/**
 * The settings of the build are in this folder. The pattern finds them, so that a new one is included automatically.
 */
const SETTINGS_FOLDER = "apps/web";
const IS_SETTING = /\.(ts|json|mjs)$/;
const IS_TEST = /\.test\.tsx?$/;

/** @param {string} folder */
function listFilesBelow(folder) {
  return readdirSync(inProject(folder), { recursive: true, encoding: "utf8" })
    .map((name) => inProject(folder, name))
    .filter((file) => statSync(file).isFile());
}

function listSettings() {
  return readdirSync(inProject(SETTINGS_FOLDER)).filter((name) => IS_SETTING.test(name));
}

/**
 * One hash over the names and contents of the folders and files above, without `*.test.ts(x)`.
 * @returns {string}
 */
export function hashWebSources() {
  const files = [
    ...FOLDERS.flatMap(listFilesBelow),
    ...FILES.map((file) => inProject(file)),
    ...listSettings().map((name) => inProject(SETTINGS_FOLDER, name)),
  ];
  const hash = createHash("sha256");
  for (const file of files.filter((name) => !IS_TEST.test(name)).sort()) {
    const contents = readFileSync(file);
    hash.update(`${path.relative(inProject(), file).replaceAll(path.sep, "/")}\0${contents.length}\0`);
    hash.update(contents);
  }
  return hash.digest("hex");
}
