// Compares the register of requirements (docs/requirements.md) with the names of the tests that cite them,
// `test("[M2.01] …")`. Pure: texts in, violations out.

/** @typedef {{ id: string, text: string, isOpen: boolean, line: number }} Row */
/** @typedef {import("./test-names.mjs").TestName} TestName */
/** @typedef {{ id: string, file: string, isLate?: boolean }} Citation */

const ID = /^(?:[MKD][1-9]|T[A-D])\.\d{2}$|^T\d{2}$/;
// CITED is wider than ID, because `[M2.1]` is a typing error that must be reported and not ignored.
const CITED = /\[([A-Z]{1,2}\.?\d[\d.]*)\]/g;

// A row is a line such as "- **M2.01** A door opens.", with "(open)" at its end while it is not finished.
const ROW = /^- \*\*([A-Z]{1,2}\.?\d[\d.]*)\*\* (.+?)( \(open\))?$/;
// Also matches rows of another form, such as those of a table, which must be reported and not ignored.
const LIKE_A_ROW = /^\s*[-*|]\s*\**[A-Z]{1,2}\.?\d/;

/**
 * The rows of the register in order. A row of another form has its whole line as its id, which is then refused.
 * @param {string} markdown
 * @returns {Row[]}
 */
export function readRows(markdown) {
  return markdown.split(/\r?\n/).flatMap((content, index) => {
    if (!LIKE_A_ROW.test(content)) return [];
    const [, id = content, text = "", open] = ROW.exec(content) ?? [];
    return [{ id, text, isOpen: open !== undefined || id === content, line: index + 1 }];
  });
}

/**
 * @param {TestName[]} names
 * @returns {Citation[]}
 */
export function listCitations(names) {
  return names.flatMap(({ name, ...test }) => [...name.matchAll(CITED)].map(([, id = ""]) => ({ ...test, id })));
}

/**
 * What is wrong, in one sentence each; empty when register and tests agree.
 * @param {Row[]} rows
 * @param {Citation[]} citations
 * @returns {string[]}
 */
export function listViolations(rows, citations) {
  const knownIds = new Set(rows.map((row) => row.id));
  const citedIds = new Set(citations.map((citation) => citation.id));
  const citedEarly = new Set(citations.filter(({ isLate = false }) => !isLate).map(({ id }) => id));
  const firstLine = new Map(rows.toReversed().map((row) => [row.id, row.line]));
  return [
    ...(rows.length === 0 ? ["the register has no rows"] : []),
    ...rows.filter((row) => !ID.test(row.id)).map((row) => `line ${row.line}: ${row.id} is not written like a row`),
    ...rows
      .filter((row) => firstLine.get(row.id) !== row.line)
      .map((row) => `line ${row.line}: ${row.id} occurs twice, first in line ${firstLine.get(row.id)}`),
    ...citations
      .filter(({ id }) => !knownIds.has(id))
      .map(({ id, file }) => `${file} cites ${id}, which does not exist`),
    ...rows
      .filter((row) => !row.isOpen && !citedIds.has(row.id))
      .map((row) => `line ${row.line}: ${row.id} is finished, but no test cites it`),
    ...rows
      .filter(({ id }) => citedIds.has(id) && !citedEarly.has(id))
      .map(
        ({ id, line }) =>
          `line ${line}: npm test would not notice that ${id} breaks: tag a journey @npm-test, or show it below the journeys`,
      ),
  ];
}

/**
 * @param {string} id
 */
function getSection(id) {
  return /^T\d/.test(id) ? "T" : String(id.split(".")[0]);
}

/**
 * A table of figures, with a row for each section and one for the total.
 * @param {Row[]} rows
 * @param {ReadonlySet<string>} citedIds
 */
export function formatSummary(rows, citedIds) {
  const sections = [...new Set(rows.map((row) => getSection(row.id)))];
  const lines = [...sections, "all"].map((section) => {
    const own = section === "all" ? rows : rows.filter((row) => getSection(row.id) === section);
    const finishedCount = own.filter((row) => !row.isOpen).length;
    const testedCount = own.filter((row) => citedIds.has(row.id)).length;
    return [section, own.length, finishedCount, own.length - finishedCount, testedCount]
      .map((cell) => String(cell).padStart(9))
      .join("");
  });
  const head = ["section", "rows", "finished", "open", "tested"].map((cell) => cell.padStart(9)).join("");
  return `${[head, ...lines].join("\n")}\n`;
}

/**
 * @param {string} markdown the register
 * @param {TestName[]} names
 * @param {{ hasList: boolean }} options `hasList` also names the rows that no test cites
 * @returns {{ text: string, isGood: boolean }}
 */
export function checkRequirements(markdown, names, { hasList }) {
  const rows = readRows(markdown);
  const citations = listCitations(names);
  const citedIds = new Set(citations.map((citation) => citation.id));
  const violations = listViolations(rows, citations);
  const untested = rows.filter((row) => !citedIds.has(row.id)).map((row) => `${row.id} ${row.text}`);
  const list = hasList ? `\nWithout a test:\n${untested.join("\n")}\n` : "";
  const verdict = violations.length === 0 ? "" : `\n${violations.join("\n")}\n`;
  return { text: `${formatSummary(rows, citedIds)}${list}${verdict}`, isGood: violations.length === 0 };
}
