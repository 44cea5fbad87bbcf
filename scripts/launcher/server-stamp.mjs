import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { inProject, ROOT } from "./project.mjs";

const FOLDERS = ["apps/server/src", "packages/contract/src", "packages/embedded-postgres/src"];
const FILES = [
  "package-lock.json",
  "apps/server/bundle.mjs",
  "apps/server/bundle-migrations.mjs",
  "apps/server/start-built.mjs",
];
const IS_TEST = /\.(?:test|fixture)\.ts$/;

/**
 * One hash over when each source of the server was written last, and how long it is: to read them all would take longer
 * than to build from them. The built files hold the place of the project.
 * @returns {string}
 */
export function stampServerSources() {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: "utf8" }).map((name) => inProject(folder, name)),
  );
  const hash = createHash("sha256").update(`${ROOT}\0`);
  for (const file of [...sources, ...FILES.map((name) => inProject(name))].sort()) {
    if (IS_TEST.test(file)) continue;
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\0${mtimeMs}\0${size}\0`);
  }
  return hash.digest("hex");
}
