// Compares the register (docs/requirements.md) with the ids that tests cite in their names, `test("[M2.01] …")`.
// Usage: node scripts/check-requirements.mjs [--list] [folder of the project]
// Plain JavaScript without dependencies, because the fast check runs it on whatever Node the machine has.
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ id: string, text: string, status: string, line: number }} Row */
/** @typedef {{ id: string, file: string }} Citation */

const STATUSES = ["finished", "open"];
const ID = /^(?:[MKD][1-9]|T[A-D])\.\d{2}$|^T\d{2}$/;
// Wider than ID on purpose: `[M2.1]` is a slip of the pen that must be seen, not ignored.
const CITED = /\[([A-Z]{1,2}\.?\d[\d.]*)\]/g;
const COUNTED_MODIFIERS = new Set(["each", "for", "prop", "concurrent", "sequential", "runIf", "skipIf"]);
const SKIPPED_FOLDERS = new Set(["node_modules", "dist", "build", "coverage", "test-results"]);

/**
 * The rows of the register, in order: every table line whose first cell begins like an id.
 * @param {string} markdown
 * @returns {Row[]}
 */
export function readRows(markdown) {
  return markdown.split(/\r?\n/).flatMap((content, index) => {
    const cells = content.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, id = "", text = "", status = ""] = cells;
    if (cells[0] !== "" || !/^[A-Z]{1,2}[\d.]/.test(id)) return [];
    // A row with a stray "|" has more cells than five: what stands last counts as its status, and is then refused.
    return [{ id, text, status: cells.length === 5 ? status : cells.slice(3).join("|"), line: index + 1 }];
  });
}

/**
 * The source with comments and the inside of strings blanked, every offset unchanged: what is left is code.
 * @param {string} source
 */
function maskText(source) {
  const strings = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
  const templates = String.raw`${"`"}(?:\\[^]|\$\{(?:[^{}${"`"}]|${"`"}[^${"`"}]*${"`"}|\{[^{}]*\})*\}|[^${"`"}\\])*${"`"}`;
  const comments = String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`;
  const expressions = String.raw`(?<=(?:^|[=(,:;!&|?[{}\n])\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/`;
  const pattern = new RegExp([strings, templates, comments, expressions].join("|"), "g");
  return source.replace(pattern, (found) => {
    if (found.startsWith("/")) return " ".repeat(found.length);
    const quote = found.charAt(0);
    return quote + " ".repeat(found.length - 2) + quote;
  });
}

/**
 * Where the bracket that opens at `start` closes: the offset after it.
 * @param {string} code
 * @param {number} start
 */
function findEndOfBrackets(code, start) {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === "(") depth += 1;
    if (code[at] === ")") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return code.length;
}

/**
 * The name that is written as the first argument of the call whose bracket opens at `open`, if it is a text.
 * @param {string} source
 * @param {string} code
 * @param {number} open
 */
function findNameAt(source, code, open) {
  const found = /^\(\s*(["'`])( *)/.exec(code.slice(open).replace(/[^\S ]/g, " "));
  if (!found) return undefined;
  const start = open + found[0].indexOf(String(found[1])) + 1;
  return source.slice(start, code.indexOf(String(found[1]), start));
}

/**
 * The first text of each row of an `.each` table, which a name with `%s` in it holds.
 * @param {string} table
 */
function listRowNames(table) {
  return [...table.matchAll(/^\s*\[\s*"([^"\n]*)"/gm)].map((row) => String(row[1]));
}

/**
 * The names of the tests in a source: `test("…")`, `it("…")` and their `.each(…)("…")` forms. Tests that do not run
 * (`skip`, `todo`, `fixme`), comments and texts that merely look like a test are left out.
 * @param {string} source
 * @returns {string[]}
 */
export function readTestNames(source) {
  const code = maskText(source);
  return [...code.matchAll(/(?<![\w.$])(?:test|it)((?:\.\w+)*)\s*\(/g)].flatMap((call) => {
    const modifiers = String(call[1]).split(".").slice(1);
    if (!modifiers.every((modifier) => COUNTED_MODIFIERS.has(modifier))) return [];
    const open = call.index + call[0].length - 1;
    const end = findEndOfBrackets(code, open);
    const name = findNameAt(source, code, open) ?? findNameAt(source, code, end);
    if (name === undefined) return [];
    return modifiers.includes("each") && name.includes("%s")
      ? [name, ...listRowNames(source.slice(open, end))]
      : [name];
  });
}

/**
 * The ids that the tests of a source cite in their names.
 * @param {string} source
 * @returns {string[]}
 */
export function readCitedIds(source) {
  return readTestNames(source).flatMap((name) => [...name.matchAll(CITED)].map((found) => String(found[1])));
}

/**
 * @param {string} file relative to the project, with forward slashes
 */
export function isTestFile(file) {
  return /\.test\.tsx?$/.test(file) || /^e2e\/.*\.ts$/.test(file);
}

/**
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]}
 */
export function listTestFiles(root, folder = "") {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return isTestFile(file) ? [file] : [];
    return entry.name.startsWith(".") || SKIPPED_FOLDERS.has(entry.name) ? [] : listTestFiles(root, file);
  });
}

/**
 * What is wrong, a sentence each; an empty list when register and tests agree.
 * @param {Row[]} rows
 * @param {Citation[]} citations
 * @returns {string[]}
 */
export function judgeRegister(rows, citations) {
  const known = new Set(rows.map((row) => row.id));
  const cited = new Set(citations.map((citation) => citation.id));
  const firstLine = new Map(rows.toReversed().map((row) => [row.id, row.line]));
  return [
    ...(rows.length === 0 ? ["the register has no rows"] : []),
    ...rows.filter((row) => !ID.test(row.id)).map((row) => `line ${row.line}: ${row.id} is not written like an id`),
    ...rows
      .filter((row) => !STATUSES.includes(row.status))
      .map((row) => `line ${row.line}: ${row.id} has the status "${row.status}", not finished or open`),
    ...rows
      .filter((row) => firstLine.get(row.id) !== row.line)
      .map((row) => `line ${row.line}: ${row.id} stands twice, first in line ${firstLine.get(row.id)}`),
    ...citations.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${file} cites ${id}, which does not exist`),
    ...rows
      .filter((row) => row.status === "finished" && !cited.has(row.id))
      .map((row) => `line ${row.line}: ${row.id} is finished, but no test cites it`),
  ];
}

/**
 * @param {string} id
 */
function getSection(id) {
  return /^T\d/.test(id) ? "T" : String(id.split(".")[0]);
}

/**
 * A table of figures: a line a section and one for the whole.
 * @param {Row[]} rows
 * @param {ReadonlySet<string>} cited
 */
export function writeSummary(rows, cited) {
  const sections = [...new Set(rows.map((row) => getSection(row.id)))];
  const lines = [...sections, "all"].map((section) => {
    const own = section === "all" ? rows : rows.filter((row) => getSection(row.id) === section);
    const finished = own.filter((row) => row.status === "finished").length;
    const tested = own.filter((row) => cited.has(row.id)).length;
    return [section, own.length, finished, own.length - finished, tested]
      .map((cell) => String(cell).padStart(9))
      .join("");
  });
  const head = ["section", "rows", "finished", "open", "tested"].map((cell) => cell.padStart(9)).join("");
  return `${[head, ...lines].join("\n")}\n`;
}

/**
 * The register and every citation of the project in `root`.
 * @param {string} root
 * @returns {{ rows: Row[], citations: Citation[] }}
 */
export function readProject(root) {
  const rows = readRows(readFileSync(path.join(root, "docs/requirements.md"), "utf8"));
  const citations = listTestFiles(root).flatMap((file) =>
    readCitedIds(readFileSync(path.join(root, file), "utf8")).map((id) => ({ id, file })),
  );
  return { rows, citations };
}

/**
 * @param {string[]} args
 * @returns {{ text: string, isGood: boolean }}
 */
export function checkRequirements(args) {
  const root = args.find((arg) => !arg.startsWith("--")) ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  const { rows, citations } = readProject(root);
  const cited = new Set(citations.map((citation) => citation.id));
  const faults = judgeRegister(rows, citations);
  const untested = rows.filter((row) => !cited.has(row.id)).map((row) => `${row.id} ${row.text}`);
  const list = args.includes("--list") ? `\nWithout a test:\n${untested.join("\n")}\n` : "";
  const verdict = faults.length === 0 ? "" : `\n${faults.join("\n")}\n`;
  return { text: `${writeSummary(rows, cited)}${list}${verdict}`, isGood: faults.length === 0 };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { text, isGood } = checkRequirements(process.argv.slice(2));
  process.stdout.write(text);
  process.exitCode = isGood ? 0 : 1;
}
