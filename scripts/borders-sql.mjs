// The borders of the database: who writes a table, and who may read it. Pure; check-borders.mjs reads the files. The
// checks read source text, because table names are always written out in this project.
import { LAYERS } from "./layers.mjs";

/** @typedef {Record<string, string[]>} Owners the tables of each feature, of each part of the base, and of the platform */

/** What an inventory says first of its tables: `TablesOf<"photo" | "photoObject">`. */
const DECLARED_TABLES = /\bTablesOf<([^>]*)>/g;

/** The feature of a file of the server, its part of the base ("base/mail"), or else its folder. @param {string} file */
const featureOf = (file) => /^apps\/server\/src\/(?:features\/)?(base\/[^/]+|[^/]+)\//.exec(file)?.[1];

/**
 * Who writes each table: the feature, or the part of the base, whose inventory declares it. Other features may read a
 * table in joins, but only its owner writes it.
 * @param {[file: string, source: string][]} sources
 * @returns {Owners}
 */
export function listOwners(sources) {
  const inventories = sources.filter(([file]) => file.endsWith("/inventory.ts"));
  return Object.fromEntries(
    inventories.flatMap(([file, source]) => {
      const tables = [...source.matchAll(DECLARED_TABLES)].flatMap(([, names = ""]) =>
        [...names.matchAll(/"(\w+)"/g)].map(([, name = ""]) => tableOf(name)),
      );
      return tables.length > 0 ? [[featureOf(file) ?? file, tables]] : [];
    }),
  );
}

/** Tables that only migrations write, whichever feature declares them. */
const FIXED_TABLES = ["city", "secret"];

/** A restore fills every table, and an erasure walks through all that the inventory declares, of whatever feature. */
const WHOLE_DATABASE = [
  "apps/server/src/platform/database/refill-tables.ts",
  "apps/server/src/features/erasure/step-queries.ts",
];

/**
 * Tables without an owner, which one file may write: Kysely's own records of migrations, and the mark of
 * the master key.
 * @type {Record<string, string>}
 */
const WRITERS = {
  kysely_migration: "apps/server/src/platform/database/histories.ts",
  secret: "apps/server/src/platform/secrets/master-key-mark.ts",
};

const KYSELY_WRITE = /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*(?:"([^"]*)")?/g;
const SQL_WRITE =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update(?=\s+(?!set\b)\S+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(?:only\s+)?([\w.$"{]+)/gi;

/** @param {string} source */
const withoutComments = (source) => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, "");

/** The server without its migrations, the restore and the steps of an erasure, which write every table. @param {string} file */
const isProduct = (file) =>
  file.startsWith("apps/server/src/") &&
  !file.startsWith("apps/server/src/migrations/") &&
  !WHOLE_DATABASE.includes(file);

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
  const builtNames = [...code.matchAll(KYSELY_WRITE)].map(([, name]) =>
    name === undefined ? undefined : tableOf(name),
  );
  const raw = [...code.matchAll(SQL_WRITE)].map(([, name = ""]) => (/[${]/.test(name) ? undefined : tableOf(name)));
  return [...builtNames, ...raw];
}

/** @param {string} table @param {Owners} owners */
const ownerOf = (table, owners) =>
  FIXED_TABLES.includes(table) ? undefined : Object.entries(owners).find(([, tables]) => tables.includes(table))?.[0];

/**
 * What is wrong with the writes of a file of the server, in words.
 * @param {string} file
 * @param {string} source
 * @param {Owners} owners
 * @returns {string[]}
 */
export function judgeWrites(file, source, owners) {
  if (!isProduct(file)) return [];
  const feature = featureOf(file);
  return listWrittenTables(source).flatMap((table) => {
    if (table === undefined) return ["it writes a table whose name is not written out"];
    if (file === WRITERS[table]) return [];
    const owner = ownerOf(table, owners);
    if (owner === feature && owner !== undefined) return [];
    return [`only the owner writes a table: ${table} belongs to ${owner ?? "nobody"}`];
  });
}

/** What may come before the name of a table that a statement reads, and the names after a comma. */
const READ = {
  kysely: String.raw`(?:[fF]rom|[jJ]oin|\busing)\(\s*\[?\s*"(TABLE)(?: as \w+)?"|"(TABLE) as \w+"`,
  sql: String.raw`\b(?:from|join|using)\s+(?:only\s+)?(TABLE)\b|\bfrom\s+[\w ]+,\s*(TABLE)\b`,
};

/** @param {string} source @param {string[]} tables @returns {string[]} those of the tables that a source text reads */
export function listReadTables(source, tables) {
  const code = withoutComments(source);
  const find = (/** @type {string} */ pattern, /** @type {string[]} */ names) =>
    [...code.matchAll(new RegExp(pattern.replaceAll("TABLE", names.join("|")), "g"))].flatMap(
      ([, ...foundGroups]) => foundGroups,
    );
  const camelNames = tables.map((table) => table.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
  const foundTables = [...find(READ.kysely, camelNames), ...find(READ.sql, tables)];
  return tables.filter((table) => foundTables.some((name) => name !== undefined && tableOf(name) === table));
}

/**
 * What is wrong with the reads of a file of a feature or of the base, in words: a query names only tables of its own
 * feature and of lower layers.
 * @param {string} file
 * @param {string} source
 * @param {Owners} owners
 * @param {string[][]} layers
 * @returns {string[]}
 */
export function judgeReads(file, source, owners, layers = LAYERS) {
  const feature = featureOf(file);
  const layerOf = (/** @type {string | undefined} */ part) => layers.findIndex((parts) => parts.includes(part ?? ""));
  const own = layerOf(feature);
  if (own === -1 || !isProduct(file) || file.endsWith("/inventory.ts")) return [];
  return Object.entries(owners)
    .filter(([owner]) => owner !== feature && layerOf(owner) >= own)
    .flatMap(([owner, tables]) =>
      listReadTables(source, tables).map((table) => `it reads ${table} of ${owner}, which is in no lower layer`),
    );
}

/** The tables that could move to a database of messages, and those that a statement may name next to them. */
const MESSAGE_TABLES = ["message", "reaction", "stream_event", "pruned_stream"];
const BESIDE_MESSAGES = [...MESSAGE_TABLES, "conversation"];
/** The fragments of statements that name only such tables. */
const FRAGMENTS_BESIDE_MESSAGES = /\/conversation-fragment-queries\.ts$/;

/**
 * What is wrong with the statements about messages of a file of the server, in words: a file that names a table of
 * messages names no others, and takes no fragment from elsewhere.
 * @param {string} file
 * @param {string} source
 * @param {Owners} owners
 * @returns {string[]}
 */
export function judgeMessageStatements(file, source, owners) {
  if (!isProduct(file) || file.endsWith("/inventory.ts")) return [];
  const namedTables = [...listReadTables(source, Object.values(owners).flat()), ...listWrittenTables(source)];
  if (!namedTables.some((table) => table !== undefined && MESSAGE_TABLES.includes(table))) return [];
  const others = namedTables.filter((table) => table !== undefined && !BESIDE_MESSAGES.includes(table));
  const fragments = [...source.matchAll(/from "([^"]*fragment-queries\.ts)"/g)].flatMap(([, path = ""]) =>
    FRAGMENTS_BESIDE_MESSAGES.test(path) ? [] : [path],
  );
  return [
    ...[...new Set(others)].map((table) => `it names ${table} beside tables of messages`),
    ...fragments.map((path) => `it takes ${path} beside tables of messages`),
  ];
}

/**
 * The reads of other features' tables, as files: what reads, and what declares the table.
 * @param {[file: string, source: string][]} sources
 * @param {Owners} owners
 * @returns {[from: string, to: string][]}
 */
export const listReads = (sources, owners) =>
  sources
    .filter(([file]) => isProduct(file) && !file.endsWith("/inventory.ts"))
    .flatMap(([file, source]) =>
      Object.entries(owners)
        .filter(([, tables]) => listReadTables(source, tables).length > 0)
        .map(([owner]) => [
          file,
          `apps/server/src/${owner.startsWith("base/") ? "" : "features/"}${owner}/inventory.ts`,
        ]),
    );

/**
 * Compares the owned tables with those of the generated types.
 * @param {string} types the source of types.generated.ts
 * @param {Owners} owners
 * @returns {string[]}
 */
export function judgeOwners(types, owners) {
  const body = /export interface DB \{([^}]*)\}/.exec(types)?.[1] ?? "";
  const tables = [...body.matchAll(/^\s*(\w+):/gm)].map(([, name = ""]) => tableOf(name));
  const owned = Object.values(owners).flat();
  return [
    ...tables.filter((table) => !owned.includes(table)).map((table) => `${table} stands in no inventory.ts`),
    ...owned
      .filter((table) => !tables.includes(table))
      .map((table) => `an inventory.ts names ${table}, which is not a table`),
    ...owned.filter((table, at) => owned.indexOf(table) !== at).map((table) => `${table} stands in two inventories`),
  ];
}
