import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/** The folders that each build is made from. */
const FOLDERS = { server: ["apps/server", "packages"], site: ["apps/web", "packages/contract"] };
const IS_MADE = /(?:^|\/)(?:build(?:-[^/]*)?|node_modules|\.react-router)(?:\/|$)/;
const IS_TEST = /\.(?:test|fixture)\.tsx?$/;

/**
 * One hash over the time of the last change and the size of each source, because reading all sources would take longer
 * than a build of the server. The project's path is included, because the built files contain it.
 * @param {keyof typeof FOLDERS} build
 * @param {string} root
 */
export function stampSources(build, root) {
  const files = FOLDERS[build].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  );
  const hash = createHash("sha256").update(`${root}\0`);
  for (const name of ["package-lock.json", "tsconfig.base.json", ...files].sort()) {
    if (IS_MADE.test(name.replaceAll(path.sep, "/")) || IS_TEST.test(name)) continue;
    const file = statSync(path.join(root, name));
    // Only files count, because the time of a folder changes with every test file in it.
    if (file.isFile()) hash.update(`${name}\0${file.mtimeMs}\0${file.size}\0`);
  }
  return hash.digest("hex");
}
