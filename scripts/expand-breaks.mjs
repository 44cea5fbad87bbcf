// What the SQL of a migration would break in the last release, which runs beside it, or would lock for too long. It reads
// text, so it finds what is usually written and no more: the test of two releases side by side has the last word.

/** They have a row for nearly everything that members do, so whatever reads all rows of one keeps writers waiting. */
export const LARGE_TABLES =
  "access_record|conversation|favorite|member|member_stream|message|notification|photo|profile|session|stream_event|visit";

const NAMED = "(?:if (?:not )?exists )?(?:only )?([a-z_][a-z0-9_.]*)";
const THINGS = "table|materialized view|view|function|type|schema|sequence|trigger|index|constraint|domain|policy";
const CREATED = new RegExp(
  `(?:\\bcreate (?:or replace )?(?:unlogged |unique )?(?:constraint )?(?:${THINGS})|\\badd constraint) ${NAMED}`,
  "g",
);
const RULE = "constraint|check|unique|primary|foreign|exclude";
const ADDED_COLUMN = new RegExp(`\\badd (?!${RULE}|value)(?:column )?${NAMED}`, "g");
const DROPPED = new RegExp(`\\bdrop (?:${THINGS}) ${NAMED}`, "g");
const REWRITTEN = /\bdefault \(?(?:gen_random_uuid|random|clock_timestamp|timeofday|nextval)\b/;

/** What breaks the last release wherever it stands. @type {[RegExp, string][]} */
const ALWAYS = [
  [/\brename\b/, "renames what the last release uses"],
  [/\bset schema\b/, "moves what the last release uses"],
  [/\balter (?:column )?[a-z_]+ set not null\b/, "refuses the empty values that the last release writes"],
  [/\balter (?:column )?[a-z_]+ (?:set data )?type\b/, "changes the type of a column"],
  [/\bdrop (?:default|identity|expression)\b/, "drops a default on which the last release relies"],
  [/\bset generated always\b/, "refuses the values that the last release writes"],
];

/** What holds a lock for as long as it reads or writes a whole table. @type {[RegExp, string][]} */
const LONG = [
  [/^(?:truncate|cluster|vacuum|reindex|lock table)\b/, "locks a whole table"],
  [new RegExp(`^(?:update|delete from) (?:only )?(?:${LARGE_TABLES})\\b`), "writes a large table: let a job do it"],
];

/** @param {string} source of a migration's file */
export function findExpandBreaks(source) {
  const statements = readStatements(source);
  const own = listOwn(statements);
  return statements.flatMap((statement) => [...judgeStatement(statement, own), ...judgeLocks(statement, own)]);
}

/** What locks for too long, which a contract step may not do either. @param {string} source of a migration's file */
export function findLongLocks(source) {
  const statements = readStatements(source);
  return statements.flatMap((statement) => judgeLocks(statement, listOwn(statements)));
}

/** The statements of the file, one a line and in lower case, without comments, texts and the bodies of functions. @param {string} source */
function readStatements(source) {
  const sql = [...source.matchAll(/sql(?:<[^`]*>)?`([^`]*)`/g)].map(([, text]) => text).join(";\n");
  const plain = sql
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/(\bdo\s+)?\$\$(.*?)\$\$/gis, (_, isDone, body) => (isDone ? `; ${body};` : "$$"))
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
  return plain.split(";").flatMap((text) => text.trim().replace(/^(?:begin|then|else) /, "") || []);
}

/** @param {string[]} statements */
function listOwn(statements) {
  /** @param {RegExp} pattern */
  const list = (pattern) => new Set(statements.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)));
  return { created: list(CREATED), columns: list(ADDED_COLUMN), dropped: list(DROPPED) };
}

/** @typedef {ReturnType<typeof listOwn>} Own */

/** @param {string} text @param {Set<string | undefined>} names */
const mentions = (text, names) => [...names].some((name) => name && new RegExp(`\\b${name}\\b`).test(text));

/** @param {string} statement @param {Own} own @returns {string[]} */
function judgeStatement(statement, own) {
  const [, onTable] = new RegExp(`^alter table ${NAMED}`).exec(statement) ?? [];
  if (onTable && own.created.has(onTable)) return [];
  const faults = ALWAYS.filter(([pattern]) => pattern.test(statement)).map(([, why]) => why);
  for (const [, name] of statement.matchAll(DROPPED)) {
    // Without a check or a foreign key the last release only may write more.
    if (!own.created.has(name) && !/_(?:check|fkey)$/.test(name ?? "")) faults.push(`drops ${name}`);
  }
  if (statement.startsWith("revoke ") && !mentions(statement, own.created)) faults.push("takes a right away");
  if (/^create unique index/.test(statement) && !isOwnRule(statement, own))
    faults.push("refuses rows that the last release writes");
  if (onTable) for (const clause of listClauses(statement)) faults.push(...judgeClause(clause, own));
  return faults.map((why) => `${why}: ${statement.slice(0, 90)}`);
}

/** The clauses of an `alter table`. @param {string} statement */
function listClauses(statement) {
  const text = statement.replace(new RegExp(`^alter table ${NAMED} `), "");
  let depth = 0;
  const clauses = [""];
  for (const sign of text) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (sign === "," && depth === 0) clauses.push("");
    else clauses[clauses.length - 1] += sign;
  }
  return clauses.map((clause) => clause.trim());
}

/** @param {string} clause of an `alter table` @param {Own} own @returns {string[]} */
function judgeClause(clause, own) {
  if (/^drop (?!default|identity|expression|not null|constraint)/.test(clause)) return ["drops a column"];
  if (new RegExp(`^add (?:${RULE})\\b`).test(clause))
    return isOwnRule(clause, own) ? [] : ["refuses rows that the last release writes"];
  if (!clause.startsWith("add ")) return [];
  if (/\b(?:not null|primary key)\b/.test(clause) && !/\b(?:default|generated)\b/.test(clause))
    return ["adds a column that the last release leaves empty"];
  return REWRITTEN.test(clause) ? ["writes a table anew to fill a column"] : [];
}

/** Whether a rule is about a new table or column, or takes the place of one that goes in the same step. @param {string} text @param {Own} own */
function isOwnRule(text, own) {
  const [, name] = new RegExp(`(?:constraint|index) ${NAMED}`).exec(text) ?? [];
  const [, table] = /\bon ([a-z_]+)/.exec(text) ?? [];
  return own.dropped.has(name) || own.created.has(table) || mentions(text, own.columns);
}

/** @param {string} statement @param {Own} own @returns {string[]} */
function judgeLocks(statement, own) {
  const [, table] =
    new RegExp(`^(?:create (?:unique )?index (?!if not exists).*? on|update|delete from) ${NAMED}`).exec(statement) ??
    [];
  if (table && own.created.has(table)) return [];
  const faults = LONG.filter(([pattern]) => pattern.test(statement)).map(([, why]) => why);
  if (new RegExp(`^create (?:unique )?index (?!if not exists).*? on (?:only )?(?:${LARGE_TABLES})\\b`).test(statement))
    faults.push("builds an index on a large table that could not be built before: create it if not exists");
  if (
    new RegExp(`^alter table (?:only )?(?:${LARGE_TABLES}) .*\\badd constraint\\b`).test(statement) &&
    !/\bnot valid\b/.test(statement)
  )
    faults.push("reads a large table under a lock: add the constraint not valid, and validate it in a later step");
  return faults.map((why) => `${why}: ${statement.slice(0, 90)}`);
}
