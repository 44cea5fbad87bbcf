// The import borders: which file may import what. Pure; check-borders.mjs reads the files.
// A linter rule cannot say "types only", "another feature's rules" or "the same feature", and its overrides replace
// each other instead of adding up, so all borders stand in this table.
import { leadsUpward, partOf } from "./layers.mjs";

/**
 * `to` is the project's path of the imported file, or the name of the package (`node:fs`, `pg`). `isType` imports are
 * gone at run time.
 * @typedef {{ from: string, to: string, isType: boolean }} Import
 * @typedef {{ in: RegExp, forbids: (one: Import) => boolean, because: string }} Border
 */

const WEB_FEATURE = /^apps\/web\/app\/features\/([^/]+)\//;
/** What the browser may load of the contract: small tables of texts and numbers without schemas. */
const LIGHT_CONTRACT =
  /^packages\/contract\/src\/(?:accounts\/(?:brazilian-passwords|consents|staff-permissions)|audit\/actions|billing\/prices|brand\/brand|call\/(?:characters|error-codes|first-answers|member-header)|discovery\/address|formats\/[a-z-]+|limits|mail\/texts|messaging\/(?:reactions|warnings)|moderation\/report-reasons|notifications\/types|operator\/(?:setting-labels|site-settings)|photos\/sources|settings\/member-settings|statistics\/work-kinds|verification\/reasons|texts\/(?!server\.ts)[a-z-]+)\.ts$/;
/** A role is a file, a file with a prefix such as `link-queries.ts`, or a folder. */
const RULES = /(?:^|\/)(?:[a-z-]+-)?rules(?:\.ts$|\/)/;
/** Parts of SQL that queries of other features put into theirs. */
const FRAGMENTS = /^apps\/server\/src\/(?:features|base)\/[^/]+\/(?:[a-z-]+-)?fragment-queries\.ts$/;
const DATABASE = "apps/server/src/platform/database/";
const IDS = "apps/server/src/platform/ids.ts";
/** Packages and modules of Node that reach outside: files, network, processes, the database, the screen. */
const IO = new Set([
  ..."child_process cluster dgram dns fs fs/promises http http2 https net os process readline timers tls worker_threads"
    .split(" ")
    .map((name) => `node:${name}`),
  ..."fastify graphile-worker ioredis kysely nodemailer pg pino react react-dom react-router sharp ws".split(" "),
  "@tanstack/react-query",
]);

/** @param {string} to */
const isPackage = (to) => !/^(?:apps|packages|scripts|e2e|bench|chaos|siege)\//.test(to);
/** @param {string} file */
const featureOf = (file) => WEB_FEATURE.exec(file)?.[1] ?? partOf(file);
/** @param {Import} one */
const isOtherFeature = ({ from, to }) => featureOf(to) !== undefined && featureOf(to) !== featureOf(from);

/** The files of one role, or of several joined by `|`, in the features of the server. @param {string} role */
const serverRole = (role) =>
  new RegExp(`^apps/server/src/(?:features|base)/[^/]+/(?:(?:[a-z-]+-)?(?:${role})\\.ts$|(?:${role})/)`);

/** @type {Border[]} */
export const BORDERS = [
  {
    in: /^(?:apps|packages)\//,
    forbids: ({ to }) => /^(?:bench|chaos|siege|e2e|scripts)\//.test(to),
    because: "the product does not know its scripts, journeys, measurements, chaos runs and sieges",
  },
  {
    in: /^packages\/contract\//,
    forbids: ({ to }) => !to.startsWith("packages/contract/") && to !== "zod" && !to.startsWith("zod/"),
    because: "the contract imports zod and itself only",
  },
  {
    in: /^packages\/embedded-postgres\//,
    forbids: ({ to }) => !isPackage(to) && !to.startsWith("packages/embedded-postgres/"),
    because: "the embedded PostgreSQL knows nothing of the product",
  },
  {
    in: /^packages\/member-index\//,
    forbids: ({ to }) => !to.startsWith("packages/member-index/"),
    because: "the index of members imports itself only",
  },
  {
    in: /^(?:apps\/web|packages\/contract)\//,
    forbids: ({ to }) => /^packages\/(?:embedded-postgres|member-index)\//.test(to),
    because: "only the server runs the embedded PostgreSQL and the index of members",
  },
  {
    in: /^apps\/server\//,
    forbids: ({ to }) => to.startsWith("apps/web/"),
    because: "server and site meet in the contract only",
  },
  {
    in: /^apps\/web\//,
    forbids: ({ to }) => to.startsWith("apps/server/"),
    because: "server and site meet in the contract only",
  },
  {
    in: /^apps\/web\/app\//,
    forbids: ({ to, isType }) => to.startsWith("packages/contract/") && !isType && !LIGHT_CONTRACT.test(to),
    because: "the browser takes types from the contract, and at run time only its files without schemas",
  },
  {
    in: /^apps\/web\/app\//,
    forbids: ({ to, isType }) => to.startsWith("zod") && to !== "zod/mini" && !isType,
    because: "the browser uses zod/mini",
  },
  {
    in: /^apps\/web\/app\/features\//,
    forbids: (one) => isOtherFeature(one) || one.to.startsWith("apps/web/app/routes/"),
    because: "features of the site do not import each other, nor routes: the route composes them",
  },
  {
    in: /^apps\/web\/app\/platform\//,
    forbids: ({ to }) => to.startsWith("apps/web/app/ui/"),
    because: "the site's platform knows no ui",
  },
  {
    in: /^apps\/web\/app\/(?:ui|platform)\//,
    forbids: ({ to }) => /^apps\/web\/app\/(?:features|routes)\//.test(to),
    because: "ui and platform know no feature and no route",
  },
  {
    in: RULES,
    forbids: ({ to, isType }) => {
      if (isType || to.startsWith("packages/contract/")) return false;
      return isPackage(to) ? IO.has(to) : !RULES.test(to) && to.startsWith("apps/");
    },
    because: "rules are pure: types, other rules and the contract, nothing that reads or writes",
  },
  {
    in: /^apps\/server\/src\/(?:platform|migrations)\//,
    forbids: ({ to }) => to.startsWith("apps/server/") && !to.startsWith("apps/server/src/platform/"),
    because: "the platform and the migrations know no feature and nothing that puts the product together",
  },
  {
    in: /^apps\/server\/src\/(?:features|base)\//,
    forbids: ({ to }) => to.startsWith("apps/server/") && !/^apps\/server\/src\/(?:features|base|platform)\//.test(to),
    because: "features know nothing that puts the product together, nor the demo",
  },
  {
    in: /^apps\/server\/src\/demo\//,
    forbids: ({ to }) =>
      to.startsWith("apps/server/") && !/^apps\/server\/src\/(?:demo|features|base|platform)\//.test(to),
    because: "the demo knows nothing that puts the product together",
  },
  {
    in: /^apps\/server\/src\/(?:features|base)\//,
    forbids: (one) => isOtherFeature(one) && !serverRole("rules|queries|live|commands").test(one.to),
    because: "of another feature only its rules, queries, published events and commands may be imported",
  },
  {
    in: /^apps\/server\/src\/(?:features|base)\//,
    forbids: leadsUpward,
    because: "a feature uses only those of lower layers (scripts/layers.mjs)",
  },
  {
    in: serverRole("queries"),
    forbids: ({ from, to, isType }) => {
      if (isType || to === "kysely" || to.startsWith(DATABASE) || to.startsWith("packages/contract/")) return false;
      if (FRAGMENTS.test(to) || to === IDS) return false;
      return !(featureOf(to) === featureOf(from) && serverRole("queries").test(to));
    },
    because: "queries import the database, the maker of ids, types and the SQL fragments of other features only",
  },
  {
    in: serverRole("live"),
    forbids: ({ to, isType }) => !isType && !/^(?:packages\/contract\/|apps\/server\/src\/platform\/live)/.test(to),
    because: "live imports the contract and the live bus only",
  },
  {
    in: serverRole("jobs|commands"),
    forbids: ({ to }) => serverRole("handlers").test(to),
    because: "jobs and commands do not call handlers",
  },
];

/** Rules read no clock and draw no random numbers: callers pass `now` and keys in. */
const IMPURE_WORDS =
  /\b(?:Date\.now|Math\.random|performance\.now|random(?:Bytes|Fill|Int|UUID)|getRandomValues)\b|\bnew Date\(\)/;

/**
 * The borders that one import crosses, in words.
 * @param {Import} edge
 * @returns {string[]}
 */
export function judgeImport(edge) {
  return BORDERS.filter((border) => border.in.test(edge.from) && border.forbids(edge)).map((border) => border.because);
}

/**
 * @param {string} file
 * @param {string} source
 */
export function hasImpureRules(file, source) {
  return RULES.test(file) && IMPURE_WORDS.test(source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ""));
}
