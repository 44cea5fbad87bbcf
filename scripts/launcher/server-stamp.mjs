import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";

const FOLDERS = [
  "apps/server/src",
  "packages/contract/src",
  "packages/embedded-postgres/src",
  "packages/member-index/src",
];
const FILES = [
  "package-lock.json",
  "apps/server/bundle.mjs",
  "apps/server/bundle-migrations.mjs",
  "apps/server/start-built.mjs",
  "packages/contract/package.json",
  "packages/embedded-postgres/package.json",
  "packages/member-index/package.json",
];
const IS_TEST = /\.(?:test|fixture)\.ts$/;

/**
 * One hash over the time of the last change and the size of each source of the server, because reading all sources
 * would take longer than building them. The project's path is included, because the built files contain it.
 * @param {string} root
 * @returns {string}
 */
export function stampServerSources(root) {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  );
  const hash = createHash("sha256").update(`${root}\0`);
  for (const name of [...sources, ...FILES].sort()) {
    if (IS_TEST.test(name)) continue;
    const file = statSync(path.join(root, name));
    // Only files count, because the time of a folder changes with every test file in it.
    if (file.isFile()) hash.update(`${name}\0${file.mtimeMs}\0${file.size}\0`);
  }
  return hash.digest("hex");
}
