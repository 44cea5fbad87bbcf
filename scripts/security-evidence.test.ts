import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PAGE = readFileSync("docs/security.md", "utf8");
/** The ids of level 1 and of level 2, from OWASP's own list of ASVS 5.0.0. */
const LEVELS: Record<string, string[]> = JSON.parse(readFileSync("scripts/asvs-5.0.0.json", "utf8"));
const TESTS = globSync("{apps,chaos,e2e,packages,scripts}/**/*.{test,spec}.{ts,tsx}", {
  exclude: (name) => name === "node_modules",
});

type Row = { id: string; level: string; evidence: string };

const rows: Row[] = [...PAGE.matchAll(/^\| v5\.0\.0-([\d.]+) \| ([123]) \| .+? \| (.*) \|$/gm)].map(
  ([, id = "", level = "", evidence = ""]) => ({ id, level, evidence }),
);
const idsThatDoNotApply = [...PAGE.matchAll(/^\| (v5\.0\.0-[\d.]+(?:, v5\.0\.0-[\d.]+)*) \| [^|]+ \|$/gm)].flatMap(
  ([, ids = ""]) => ids.split(", ").map((id) => id.replace("v5.0.0-", "")),
);

/** A test file in backticks, with the titles in quotes behind it. */
const CITED_TESTS = /`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,? "[^"]+")*)/g;

/** Whether a test of this source has the title, with or without the ids of requirements before it. */
const hasTitle = (source: string, title: string) =>
  ['"', "`", "'"].some((quote) => source.includes(`${quote}${title}${quote}`) || source.includes(`] ${title}${quote}`));

test("every requirement of the levels 1 and 2 is listed once, with its level or among those that do not apply", () => {
  const expectedIds = Object.values(LEVELS).flat();
  expect(expectedIds).toHaveLength(253);
  const listedIds = [...rows.map(({ id }) => id), ...idsThatDoNotApply];
  expect(listedIds.toSorted()).toEqual(expectedIds.toSorted());
  for (const { id, level } of rows) expect(LEVELS[level], id).toContain(id);
});

test("every requirement is shown by a test, a file, a document or a chapter, or has an exception with its date", () => {
  const isShown = ({ evidence }: Row) =>
    /`[^`]+\/[^`]+`|\]\([^)]+\)|" above|^\*\*(?:Open|Accepted)\*\* \(\d{4}-\d{2}-\d{2}\): ./.test(evidence);
  expect(rows.filter((row) => !isShown(row)).map(({ id }) => id)).toEqual([]);
});

test("every test that is named exists, with each title", () => {
  const missingTitles = [...PAGE.matchAll(CITED_TESTS)].flatMap(([, path = "", titles = ""]) => {
    const sources = TESTS.filter((file) => `/${file}`.endsWith(`/${path}`)).map((file) => readFileSync(file, "utf8"));
    if (sources.length === 0) return [path];
    return [...titles.matchAll(/"([^"]+)"/g)]
      .filter(([, title = ""]) => !sources.some((source) => hasTitle(source, title)))
      .map(([, title]) => `${path}: ${title}`);
  });
  expect(missingTitles).toEqual([]);
});

test("a test that shows a requirement is named with its title", () => {
  const untitled = rows.flatMap(({ id, evidence }) =>
    [...evidence.matchAll(CITED_TESTS)].filter(([, , titles]) => !titles).map(([, path]) => `${id}: ${path}`),
  );
  expect(untitled).toEqual([]);
});

test("every chapter that a requirement refers to is there", () => {
  const chapters = [...PAGE.matchAll(/^## (.+)$/gm)].map(([, chapter]) => chapter);
  const missingChapters = [...PAGE.matchAll(/"([^"]+)" above/g)].filter(([, name]) => !chapters.includes(name));
  expect(missingChapters.map(([, name]) => name)).toEqual([]);
});

test("the page says how many requirements are met, excepted and do not apply", () => {
  const countOf = (mark: string) => rows.filter(({ evidence }) => evidence.startsWith(`**${mark}** `)).length;
  const [open, accepted] = [countOf("Open"), countOf("Accepted")];
  expect(PAGE).toContain(
    `Of ${rows.length + idsThatDoNotApply.length} requirements, ${rows.length - open - accepted} are met, ${accepted} have an accepted exception, ${open} have an open one and ${idsThatDoNotApply.length} do not apply.`,
  );
});
