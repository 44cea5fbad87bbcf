// Checks the imports of files against the borders with dependency-cruiser.
import { realpathSync } from "node:fs";
import path from "node:path";
// dependency-cruiser parses with swc, because TypeScript 7 has no parser for other programs. swc is imported here so
// that the check fails where swc cannot be loaded: dependency-cruiser would then find no imports.
import "@swc/core";
import { cruise } from "dependency-cruiser";
import { BORDERS } from "./borders.mjs";

/** Tests, and their fixtures that benches and sieges use, may import anything. */
const TESTS = "\\.(?:test|fixture)\\.tsx?$|/testing/";

/**
 * The imports of these files and of the files that they import, and the borders that they cross.
 * @param {string} root the folder of the project
 * @param {string[]} files relative to it
 * @returns {Promise<{ imports: [from: string, to: string][],
 *   forbiddenImports: { from: string, to: string, because: string }[] }>}
 */
export async function cruiseImports(root, files) {
  const baseDir = realpathSync(root);
  const { output } = await cruise(
    files,
    {
      baseDir,
      ruleSet: { forbidden: BORDERS },
      validate: true,
      parser: "swc",
      tsPreCompilationDeps: true,
      doNotFollow: { path: `node_modules|${TESTS}` },
    },
    {
      alias: { "~": path.join(baseDir, "apps/web/app") },
      extensions: [".ts", ".tsx", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "types"],
    },
  );
  if (typeof output === "string") throw new Error(output);
  return {
    imports: output.modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved: target }) => /** @type {[string, string]} */ ([source, target])),
    ),
    forbiddenImports: output.summary.violations.map(({ from, to, rule, cycle }) => ({
      from,
      to: cycle ? cycle.map(({ name }) => name).join(" → ") : to,
      because: rule.name,
    })),
  };
}
