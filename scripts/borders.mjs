// The import borders: which file may import what, as rules of dependency-cruiser. cruise-imports.mjs applies them.
import { LAYERS } from "./layers.mjs";

/** @import { IRegularForbiddenRuleType as Rule } from "dependency-cruiser" */

const CONTRACT = "^packages/contract/";
/** The parts of the contract that the browser may load: small tables and rules without schemas. */
const LIGHT_CONTRACT =
  "^packages/contract/src/(?:accounts/(?:brazilian-passwords|consents)|audit/actions|billing/prices|brand/brand|call/(?:characters|error-codes|first-answers|member-header|staff-permissions)|discovery/address|formats/[a-z-]+|limits|mail/texts|messaging/(?:grouping|preview|reactions|warnings)|moderation/report-reasons|notifications/types|operator/(?:postgres-releases|setting-labels|site-settings)|photos/(?:endings|header|sources|type)|personal-data/(?:categories|laws|periods)|member-settings/member-settings|statistics/(?:dashboard-words|work-kinds)|transparency/figures|verification/reasons|texts/(?!server\\.ts)[a-z-]+)\\.ts$";
/** Rules are in a file, a file with a prefix such as `link-rules.ts`, or a folder. */
const RULES = "(?:^|/)(?:[a-z-]+-|)rules(?:\\.ts$|/)";
const FEATURE = "^apps/server/src/(?:features|base)/[^/]+/";
/** A rule that begins with this pattern may name the folder of the importing file's feature as `SAME_FEATURE`. */
const CAPTURED_FEATURE = "^apps/server/src/((?:features|base)/[^/]+)/";
const SAME_FEATURE = "^apps/server/src/$1/";

/** Matches packages by their installed path or by the specifier. @param {string} names joined by `|` */
const packages = (names) => `(?:^|node_modules/)(?:${names})(?:/|$)`;

/** Packages and modules of Node that do input or output: files, network, processes, the database, the screen. */
const IO = [
  "^(?:child_process|cluster|dgram|dns|fs|http|http2|https|net|os|process|readline|timers|tls|worker_threads)(?:$|/promises$)",
  packages("fastify|graphile-worker|ioredis|kysely|nodemailer|pg|pino|react|react-dom|react-router|sharp|ws"),
  packages("@tanstack/react-query"),
];

/** The files of one kind, such as `jobs`, or of several joined by `|`. @param {string} folder @param {string} role */
const roleIn = (folder, role) => `${folder}(?:(?:[a-z-]+-|)(?:${role})\\.ts$|(?:${role})/)`;

/** The folders of some parts of the server. @param {string[]} parts */
const foldersOf = (parts) =>
  `^apps/server/src/(${parts.map((part) => (part.startsWith("base/") ? part : `features/${part}`)).join("|")})/`;

/** @type {(because: string, from: string | Rule["from"], to: Rule["to"]) => Rule} */
const border = (because, from, to) => ({
  name: because,
  severity: "error",
  from: typeof from === "string" ? { path: from } : from,
  to,
});

/** A border that only types may cross, because they are gone at run time. @type {typeof border} */
const runtimeBorder = (because, from, to) => border(because, from, { ...to, dependencyTypesNot: ["type-only"] });

const LOWER_LAYERS = "a feature uses only those of lower layers (scripts/layers.mjs)";

/** @type {Rule[]} */
export const BORDERS = [
  border(
    "the product does not know its scripts, journeys, measurements, chaos runs and sieges",
    "^(?:apps|packages)/",
    { path: "^(?:bench|chaos|siege|e2e|scripts)/" },
  ),
  border("the contract imports zod and itself only", CONTRACT, { pathNot: [CONTRACT, packages("zod")] }),
  border("texts and formats know no call", "^packages/contract/src/(?:formats|texts)/", {
    path: CONTRACT,
    pathNot: "^packages/contract/src/(?:(?:brand|formats|texts)/|limits\\.ts$)",
  }),
  border("the framework of calls knows no feature", "^packages/contract/src/call/", {
    path: CONTRACT,
    pathNot: "^packages/contract/src/(?:(?:brand|call|formats|texts)/|limits\\.ts$)",
  }),
  border("the embedded PostgreSQL knows nothing of the product", "^packages/embedded-postgres/", {
    path: "^(?:apps|packages|scripts|e2e|bench|chaos|siege)/",
    pathNot: "^packages/embedded-postgres/",
  }),
  border("the index of members imports itself only", "^packages/member-index/", { pathNot: "^packages/member-index/" }),
  border("only the server runs the embedded PostgreSQL and the index of members", "^(?:apps/web|packages/contract)/", {
    path: "^packages/(?:embedded-postgres|member-index)/",
  }),
  border("server and site meet in the contract only", "^apps/server/", { path: "^apps/web/" }),
  border("server and site meet in the contract only", "^apps/web/", { path: "^apps/server/" }),
  runtimeBorder(
    "the browser takes types from the contract, and at run time only its files without schemas",
    "^apps/web/app/",
    { path: CONTRACT, pathNot: LIGHT_CONTRACT },
  ),
  runtimeBorder("the browser uses zod/mini", "^apps/web/app/", {
    path: packages("zod"),
    pathNot: packages("zod/mini"),
  }),
  border(
    "features of the site do not import each other, nor routes: the route composes them",
    "^apps/web/app/features/([^/]+)/",
    { path: "^apps/web/app/(?:features|routes)/", pathNot: "^apps/web/app/features/$1/" },
  ),
  border("the site's platform knows no ui", "^apps/web/app/platform/", { path: "^apps/web/app/ui/" }),
  border("ui and platform know no feature and no route", "^apps/web/app/(?:ui|platform)/", {
    path: "^apps/web/app/(?:features|routes)/",
  }),
  runtimeBorder("rules are pure: types, other rules and the contract, nothing that reads or writes", RULES, {
    path: ["^apps/", ...IO],
    pathNot: RULES,
  }),
  border(
    "the platform and the migrations know no feature and nothing that puts the product together",
    "^apps/server/src/(?:platform|migrations)/",
    { path: "^apps/server/", pathNot: ["^apps/server/src/platform/", "^apps/server/src/migrations/old-steps\\.json$"] },
  ),
  border("features know nothing that puts the product together, nor the demo", FEATURE, {
    path: "^apps/server/",
    pathNot: "^apps/server/src/(?:features|base|platform)/",
  }),
  border("the demo knows nothing that puts the product together", "^apps/server/src/demo/", {
    path: "^apps/server/",
    pathNot: "^apps/server/src/(?:demo|features|base|platform)/",
  }),
  border(
    "of another feature only its rules, queries, published events and commands may be imported",
    CAPTURED_FEATURE,
    { path: FEATURE, pathNot: [SAME_FEATURE, roleIn(FEATURE, "rules|queries|live|commands")] },
  ),
  ...LAYERS.map((parts, at) =>
    border(LOWER_LAYERS, foldersOf(parts), {
      path: FEATURE,
      pathNot: [SAME_FEATURE, ...LAYERS.slice(0, at).map(foldersOf)],
    }),
  ),
  border(
    LOWER_LAYERS,
    { path: CAPTURED_FEATURE, pathNot: LAYERS.map(foldersOf) },
    { path: FEATURE, pathNot: SAME_FEATURE },
  ),
  runtimeBorder(
    "queries import the database, the maker of ids, types and the SQL fragments of other features only",
    roleIn(CAPTURED_FEATURE, "queries"),
    {
      pathNot: [
        packages("kysely"),
        "^apps/server/src/platform/(?:database/|ids\\.ts$)",
        CONTRACT,
        `${FEATURE}(?:[a-z-]+-|)fragment-queries\\.ts$`,
        roleIn(SAME_FEATURE, "queries"),
      ],
    },
  ),
  runtimeBorder("live imports the contract and the live bus only", roleIn(FEATURE, "live"), {
    pathNot: [CONTRACT, "^apps/server/src/platform/live"],
  }),
  border("an inventory is data: it imports the form of inventories only", roleIn(FEATURE, "inventory"), {
    pathNot: [CONTRACT, "^apps/server/src/platform/inventory\\.ts$"],
  }),
  border("jobs and commands do not call handlers", roleIn(FEATURE, "jobs|commands"), {
    path: roleIn(FEATURE, "handlers"),
  }),
  border("imports, types included, go in a circle", {}, { circular: true }),
];
