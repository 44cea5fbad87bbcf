// The borders of the database: who writes a table, and which queries must leave hidden pairs out. Pure;
// check-borders.mjs reads the files. Both checks read source text, because table names are always written out in this
// project.
import { UNFILTERED_READS } from "./unfiltered-reads.mjs";

/**
 * The feature, or the part of the base, that writes each table. Other features may read a table in joins, but only its
 * owner writes it.
 */
export const TABLE_OWNERS = {
  "base/audit": ["audit_entry"],
  "base/mail": ["mail"],
  "base/members": ["member", "member_stream", "profile"],
  accounts: [
    "access_record",
    "account_link",
    "inactivity_warning",
    "known_device",
    "passkey",
    "passkey_challenge",
    "recovery_code",
    "refused_sign_up",
    "session",
    "staff_factor",
  ],
  backup: ["backup_run"],
  bans: ["ban_mark", "banned_photo"],
  billing: [
    "end_reminder",
    "entitlement",
    "ledger_entry",
    "money_return",
    "order_event",
    "payment_webhook",
    "product_order",
    "withdrawal_review",
  ],
  discovery: ["discovery_filter", "profile_change", "profile_change_horizon"],
  favorites: ["favorite"],
  messaging: ["conversation", "message", "pruned_stream", "reaction", "stream_event"],
  moderation: [
    "alarm",
    "automatic_hide",
    "case_message",
    "case_photo",
    "case_profile",
    "measure",
    "notice",
    "report",
    "report_case",
    "slowed_member",
  ],
  notifications: ["notification", "push_subscription"],
  operator: ["operator_setting", "operator_setting_change"],
  photos: ["hidden_photo", "photo", "photo_object"],
  pix: ["pix_charge"],
  presence: ["availability", "availability_run", "node", "node_member", "presence"],
  privacy: ["consent"],
  safety: ["block", "hidden_pair"],
  sandbox: ["sandbox_payment", "sandbox_return"],
  settings: ["member_setting"],
  statistics: ["daily_statistic"],
  verification: ["age_assurance", "verification_document", "verification_request"],
  visits: ["visit"],
};

/** Tables that only migrations write. */
export const FIXED_TABLES = ["city", "secret"];

/** This file of the restore fills every table, whoever owns it. */
const WHOLE_DATABASE = "apps/server/src/platform/database/load-tables.ts";

/** Kysely's own records of migrations, which one file may replace. */
const RECORDS = { table: "kysely_migration", writer: "apps/server/src/platform/database/histories.ts" };

const KYSELY_WRITE = /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*(?:"([^"]*)")?/g;
const SQL_WRITE =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update(?=\s+(?!set\b)\S+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(?:only\s+)?([\w.$"{]+)/gi;

/** @param {string} source */
const withoutComments = (source) => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, "");

/** The server without its migrations and the restore, which write every table. @param {string} file */
const isProduct = (file) =>
  file.startsWith("apps/server/src/") && !file.startsWith("apps/server/src/migrations/") && file !== WHOLE_DATABASE;

/** "photoObject as p" → "photo_object". @param {string} name */
function tableOf(name) {
  const [table = ""] = name.split(/\s/);
  return table.replaceAll('"', "").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * The tables that a source text writes; undefined where the name is not written out.
 * @param {string} source
 * @returns {(string | undefined)[]}
 */
function listWrittenTables(source) {
  const code = withoutComments(source);
  const built = [...code.matchAll(KYSELY_WRITE)].map(([, name]) => (name === undefined ? undefined : tableOf(name)));
  const raw = [...code.matchAll(SQL_WRITE)].map(([, name = ""]) => (/[${]/.test(name) ? undefined : tableOf(name)));
  return [...built, ...raw];
}

/** @param {string} table */
const ownerOf = (table) => Object.entries(TABLE_OWNERS).find(([, tables]) => tables.includes(table))?.[0];

/**
 * What is wrong with the writes of a file of the server, in words.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function judgeWrites(file, source) {
  if (!isProduct(file)) return [];
  const feature = /^apps\/server\/src\/(?:features\/)?(base\/[^/]+|[^/]+)\//.exec(file)?.[1];
  return listWrittenTables(source).flatMap((table) => {
    if (table === undefined) return ["it writes a table whose name is not written out"];
    if (table === RECORDS.table && file === RECORDS.writer) return [];
    const owner = ownerOf(table);
    if (owner === feature && owner !== undefined) return [];
    return [`only the owner writes a table: ${table} belongs to ${owner ?? "nobody (see TABLE_OWNERS)"}`];
  });
}

/**
 * Compares the owned tables with those of the generated types.
 * @param {string} types the source of types.generated.ts
 * @returns {string[]}
 */
export function judgeOwners(types) {
  const body = /export interface DB \{([^}]*)\}/.exec(types)?.[1] ?? "";
  const tables = [...body.matchAll(/^\s*(\w+):/gm)].map(([, name = ""]) => tableOf(name));
  const owned = [...Object.values(TABLE_OWNERS).flat(), ...FIXED_TABLES];
  return [
    ...tables.filter((table) => !owned.includes(table)).map((table) => `${table} has no owner in TABLE_OWNERS`),
    ...owned
      .filter((table) => !tables.includes(table))
      .map((table) => `TABLE_OWNERS names ${table}, which is not a table`),
    ...owned.filter((table, at) => owned.indexOf(table) !== at).map((table) => `${table} has two owners`),
  ];
}

const PROFILE_READ =
  /(?:[fF]rom|[jJ]oin|\busing)\(\s*\[?\s*"profile(?: as \w+)?"|\b(?:from|join|using)\s+(?:only\s+)?profile\b|\bfrom\s+\w+(?:\s+\w+)?\s*,\s*profile\b|"profile as \w+"/;
/** The helpers of base/members that leave hidden pairs out. */
const HIDES = /\bis(?:Hidden|Visible)Pair\(/;
const DECLARATION = /^(?:export )?(?:async )?(?:function|const|let)\s+(\w+)/m;

/** @typedef {{ name: string, isExported: boolean, code: string }} Declaration */

/**
 * The top-level declarations of a formatted source.
 * @param {string} source
 * @returns {Declaration[]}
 */
function listDeclarations(source) {
  return source
    .split(/\n(?=export |async |function |const |let |type |import )/)
    .map(withoutComments)
    .map((code) => ({ name: DECLARATION.exec(code)?.[1] ?? "", isExported: /^export /m.test(code), code }));
}

/**
 * The queries of a source text that read profiles without leaving hidden pairs out. A declaration that reads profiles
 * must use `isHiddenPair` or `isVisiblePair`: itself, through a declaration of the same file that it uses, or, when it
 * is not exported, in each declaration that uses it. Declarations in `exempt` are allowed.
 * @param {string} source
 * @param {string[]} exempt
 * @returns {string[]} the names of the declarations
 */
function listUnhiddenReads(source, exempt) {
  const declarations = listDeclarations(source);
  /** @param {Declaration} one @param {Declaration} other */
  const uses = (one, other) => other.name !== "" && one !== other && new RegExp(`\\b${other.name}\\b`).test(one.code);
  /** @param {Declaration} one @param {Set<Declaration>} seen @returns {boolean} */
  const hides = (one, seen = new Set()) => {
    if (HIDES.test(one.code)) return true;
    if (seen.has(one)) return false;
    seen.add(one);
    return declarations.some((other) => uses(one, other) && hides(other, seen));
  };
  /** @param {Declaration} one @param {Set<Declaration>} seen @returns {boolean} */
  const isCovered = (one, seen = new Set()) => {
    if (exempt.includes(one.name) || hides(one)) return true;
    if (one.isExported || seen.has(one)) return false;
    seen.add(one);
    const users = declarations.filter((other) => uses(other, one));
    return users.length > 0 && users.every((user) => isCovered(user, seen));
  };
  return declarations.filter((one) => PROFILE_READ.test(one.code) && !isCovered(one)).map((one) => one.name || "?");
}

/**
 * What is wrong with the queries of a file of the server that read profiles, in words.
 * @param {string} file
 * @param {string} source
 * @param {typeof UNFILTERED_READS} allowed
 * @returns {string[]}
 */
export function judgeProfileReads(file, source, allowed = UNFILTERED_READS) {
  if (!isProduct(file)) return [];
  const exempt = Object.keys(allowed[file.replace(/^apps\/server\/src\//, "")] ?? {});
  const isNeeded = (/** @type {string} */ name) =>
    listUnhiddenReads(
      source,
      exempt.filter((other) => other !== name),
    ).length > 0;
  return [
    ...listUnhiddenReads(source, exempt).map((name) => {
      return `${name} reads profiles: leave hidden pairs out by isVisiblePair, or say why not in scripts/unfiltered-reads.mjs`;
    }),
    ...exempt
      .filter((name) => !isNeeded(name))
      .map((name) => `scripts/unfiltered-reads.mjs names ${name}, which needs no exemption`),
  ];
}

/**
 * The files that `allowed` names but that no longer exist.
 * @param {string[]} files
 * @param {typeof UNFILTERED_READS} allowed
 */
export function judgeAllowedFiles(files, allowed = UNFILTERED_READS) {
  return Object.keys(allowed)
    .filter((file) => !files.includes(`apps/server/src/${file}`))
    .map((file) => `scripts/unfiltered-reads.mjs names ${file}, which is gone`);
}
