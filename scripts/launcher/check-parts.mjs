import path from "node:path";
import { inProject, TOOLS } from "./project.mjs";

/**
 * One part of the fast check: steps on the project's Node, one after another; the first that fails ends it.
 * @typedef {{ name: string, steps: { args: string[], cwd?: string }[] }} CheckPart
 */

const WEB = inProject("apps/web");
const CACHE = inProject("node_modules/.cache/caramelo");
/** What is known from earlier runs of the fast check. `--all` begins without it. */
export const TYPES_KNOWN = path.join(CACHE, "types");
/** When the last run of the rule tests began that passed, in milliseconds. */
export const RULES_PASSED = path.join(CACHE, "rules-passed");

/**
 * Checks what changed, and what that reaches. There is one checker, because each of several would infer the shared types.
 * @param {string} project the tsconfig's path
 */
function types(project) {
  const knownFile = path.join(TYPES_KNOWN, `${project.replaceAll("/", "-")}.tsbuildinfo`);
  const options = ["--checkers", "1", "--incremental", "--tsBuildInfoFile", knownFile];
  return { args: [TOOLS.tsc, "-p", inProject(project), ...options] };
}

/** The slowest part comes first, so that both workers end at about the same time. @type {CheckPart[]} */
export const CHECK_PARTS = [
  {
    name: "types of the site",
    steps: [
      { args: [TOOLS.reactRouter, "typegen"], cwd: WEB },
      types("apps/web/tsconfig.json"),
      types("apps/web/service-worker/tsconfig.json"),
    ],
  },
  { name: "types of the server", steps: [types("apps/server/tsconfig.json")] },
  { name: "dead code", steps: [{ args: [TOOLS.knip, "--no-progress"] }] },
  {
    name: "types of the packages",
    steps: [
      types("packages/contract/tsconfig.json"),
      types("packages/embedded-postgres/tsconfig.json"),
      types("packages/member-index/tsconfig.json"),
    ],
  },
  { name: "types of scripts and journeys", steps: [types("tsconfig.json")] },
  { name: "format and lint", steps: [{ args: [TOOLS.biome, "check", "--error-on-warnings", inProject()] }] },
  { name: "import borders", steps: [{ args: [inProject("scripts/check-borders.mjs")] }] },
  { name: "requirement ids", steps: [{ args: [inProject("scripts/check-requirements.mjs")] }] },
  { name: "lock file", steps: [{ args: [inProject("scripts/complete-lock.mjs"), "--check"] }] },
  { name: "licences", steps: [{ args: [inProject("scripts/check-licences.mjs")] }] },
  { name: "record of what is kept", steps: [{ args: [inProject("scripts/generate-inventory.ts"), "--check"] }] },
  { name: "tables of growth", steps: [{ args: [inProject("scripts/generate-growth.ts"), "--check"] }] },
  { name: "table of API addresses", steps: [{ args: [inProject("scripts/generate-api-table.ts"), "--check"] }] },
];

/** The projects of vitest.config.ts that the fast check runs. */
export const RULE_PROJECTS = ["rules", "browser"];

/** The tests without a database that what changed since RULES_PASSED reaches. @type {CheckPart} */
export const RULE_TESTS = {
  name: "rule tests",
  steps: [
    {
      args: [
        TOOLS.vitest,
        "run",
        ...RULE_PROJECTS.flatMap((name) => ["--project", name]),
        "--reporter=dot",
        "--changed",
        "--experimental.recordDependencies",
        `--experimental.vcsProvider=${inProject("scripts/launcher/changed-modules.mjs")}`,
      ],
    },
  ],
};
