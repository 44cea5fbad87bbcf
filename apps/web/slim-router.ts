import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import settings from "./react-router.config.ts";
import { findMisuse } from "./slim-router/app-rules.ts";
import { applyCuts, type CutFile } from "./slim-router/cut.ts";
import { CUT_FILES } from "./slim-router/cut-files.ts";

/** The release the cuts were written for, and judged by (docs/decisions/0008-slim-router.md). */
const VERSION = "8.4.0";
const LIBRARY = "/react-router/dist/production/lib/";
const OURS = /\/apps\/web\/app\/[^?]*\.tsx?/;

/**
 * Leaves out of the browser's React Router what this product never uses: it has no rendering server, no server loaders
 * and no route actions. The build fails when React Router is not as known, or our code uses something that was cut.
 */
export function slimRouter(): Plugin {
  const missing = new Set(CUT_FILES);
  return {
    name: "slim-router",
    apply: "build",
    // Before other plugins, so that our sources are seen as they were written.
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    buildStart: assertSettings,
    transform: {
      filter: { id: [/\/react-router\/dist\/production\/lib\//, OURS] },
      handler(code, id) {
        if (OURS.test(id)) return assertUse(id, code);
        const found = CUT_FILES.find(({ file }) => id.endsWith(LIBRARY + file));
        if (!found) return null;
        missing.delete(found);
        assertKnown(found, code);
        return { code: applyCuts(code, found), map: null };
      },
    },
    buildEnd(error) {
      const [left] = missing;
      if (!error && left) throw new Error(`React Router no longer has ${left.file}. ${MEND}`);
    },
  };
}

const MEND = "Mend apps/web/slim-router/, or take slimRouter() out of vite.config.ts.";

function assertSettings(): void {
  // Its package has no other word for its version, and no other file may be asked for.
  const { version } = createRequire(import.meta.url)("react-router/package.json") as { version: string };
  if (version !== VERSION) throw new Error(`The cuts are for React Router ${VERSION}, this is ${version}. ${MEND}`);
  const isAsKnown = settings.ssr === false && !("future" in settings) && !("routeDiscovery" in settings);
  if (!isAsKnown) throw new Error(`The cuts are for ssr: false and no other way of routing. ${MEND}`);
}

function assertKnown({ file, sha256 }: CutFile, code: string): void {
  const found = createHash("sha256").update(code).digest("hex");
  if (found !== sha256) throw new Error(`React Router's ${file} is not the known one (${found}). ${MEND}`);
}

function assertUse(id: string, code: string): null {
  const misuse = findMisuse(id.replace(/\?.*$/s, ""), code);
  if (misuse) throw new Error(`${id} ${misuse}, which is cut out of React Router. ${MEND}`);
  return null;
}
