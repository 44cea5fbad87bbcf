import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/** What each build is made from: folders with all that lies below them, and folders whose own files are settings. */
const BUILDS = {
  server: {
    sources: [
      "apps/server/src",
      "packages/contract/src",
      "packages/embedded-postgres/src",
      "packages/member-index/src",
    ],
    settings: ["apps/server", "packages/contract", "packages/embedded-postgres", "packages/member-index"],
  },
  site: {
    sources: [
      "apps/web/app",
      "apps/web/public",
      "apps/web/service-worker",
      "apps/web/site-build",
      "packages/contract/src",
    ],
    settings: ["apps/web", "packages/contract"],
  },
};
const IS_SETTING = /\.(?:ts|json|mjs)$/;
const IS_TEST = /\.(?:test|fixture)\.tsx?$/;

/**
 * One hash over the time of the last change and the size of each source, because reading all sources would take longer
 * than a build of the server. The project's path is included, because the built files contain it.
 * @param {keyof typeof BUILDS} build
 * @param {string} root
 */
export function stampSources(build, root) {
  const { sources, settings } = BUILDS[build];
  /** @param {string} folder @param {boolean} recursive */
  const list = (folder, recursive) =>
    readdirSync(path.join(root, folder), { recursive, encoding: "utf8" }).map((name) => path.join(folder, name));
  const files = [
    "package-lock.json",
    "tsconfig.base.json",
    ...sources.flatMap((folder) => list(folder, true)),
    ...settings.flatMap((folder) => list(folder, false)).filter((name) => IS_SETTING.test(name)),
  ];
  const hash = createHash("sha256").update(`${root}\0`);
  for (const name of files.filter((file) => !IS_TEST.test(file)).sort()) {
    const file = statSync(path.join(root, name));
    // Only files count, because the time of a folder changes with every test file in it.
    if (file.isFile()) hash.update(`${name}\0${file.mtimeMs}\0${file.size}\0`);
  }
  return hash.digest("hex");
}
