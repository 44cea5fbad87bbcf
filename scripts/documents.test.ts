import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const INDEX = "docs/topics/README.md";
const TOPICS = globSync("docs/topics/*.md").filter((file) => file !== INDEX);
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...globSync("docs/{,topics/}*.md"),
  ...globSync("{deploy,packages/*}/README.md"),
];
const FOR_NEWCOMERS = ["README.md", "docs/architecture.md", "CONTRIBUTING.md", "docs/glossary.md"];

const SOURCES = globSync("{.ci,apps,bench,chaos,deploy,docs,e2e,packages,scripts,siege,testing}/**/*", {
  exclude: (name) => name === "node_modules",
}).map((file) => `/${file}`);

const readText = (file: string) => readFileSync(file, "utf8");

const countWords = (...files: string[]) =>
  files.reduce((sum, file) => sum + readText(file).trim().split(/\s+/).length, 0);

test("the index of topics lists each page once", () => {
  const listedPages = [...readText(INDEX).matchAll(/^\| \[(.+?)\]\(\1\.md\) \|/gm)].map(([, name]) => name);
  expect(listedPages.toSorted()).toEqual(TOPICS.map((file) => basename(file, ".md")).toSorted());
});

test("a topic page has at most 600 words, and all of them 20,000", () => {
  expect(TOPICS.filter((file) => countWords(file) > 600)).toEqual([]);
  expect(countWords(...TOPICS)).toBeLessThanOrEqual(20_000);
});

test("CONTRIBUTING has at most 2,500 words, and what a newcomer reads 9,000", () => {
  expect(countWords("CONTRIBUTING.md")).toBeLessThanOrEqual(2_500);
  expect(countWords(...FOR_NEWCOMERS)).toBeLessThanOrEqual(9_000);
});

test("every link and picture of a document leads to a file", () => {
  const deadLinks = DOCUMENTS.flatMap((document) =>
    [...readText(document).matchAll(/(?:\]\(|src=")(?!https?:)([^)#\s"]+)/g)]
      .filter(([, target = ""]) => !existsSync(join(dirname(document), target)))
      .map(([, target]) => `${document}: ${target}`),
  );
  expect(deadLinks).toEqual([]);
});

test("every file that a document names by its path exists", () => {
  const missingFiles = DOCUMENTS.flatMap((document) =>
    [...readText(document).matchAll(/`((?!DATA_DIR)[\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|sql|md|txt|json))`/g)]
      .filter(([, path]) => !SOURCES.some((file) => file.endsWith(`/${path}`)))
      .map(([, path]) => `${document}: ${path}`),
  );
  expect(missingFiles).toEqual([]);
});
