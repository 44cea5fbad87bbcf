import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** The documents that describe the project as it is. Decision records describe it as it was when they were written. */
const CURRENT_DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...globSync("docs/*.md"),
  ...globSync("{deploy,packages/*}/README.md"),
];
const RECORDS = globSync("docs/decisions/*.md").toSorted();
const LONGEST_LINE = 160;

const SOURCES = globSync("{.ci,apps,bench,chaos,deploy,docs,e2e,packages,scripts,siege,testing}/**/*", {
  exclude: (name) => name === "node_modules",
}).map((file) => `/${file}`);

const readText = (file: string) => readFileSync(file, "utf8");

test("no line of a decision record is longer than 160 signs", () => {
  const longLines = RECORDS.flatMap((file) =>
    readText(file)
      .split("\n")
      .flatMap((line, index) => ([...line].length > LONGEST_LINE ? `${file}:${index + 1}` : [])),
  );
  expect(longLines).toEqual([]);
});

test("the table of decision records lists each of them once, by number, with the title of the record", () => {
  const rows = readText("docs/decisions/README.md").matchAll(/^\| \[(\d{4})\]\((.+?)\) \| (.+?) \| .+ \|$/gm);
  const expected = RECORDS.filter((file) => !file.endsWith("README.md")).map((file) => {
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(readText(file)) ?? [];
    return [number, file.slice("docs/decisions/".length), title];
  });
  expect([...rows].map(([, number, file, title]) => [number, file, title])).toEqual(expected);
});

test("every link and picture of a document leads to a file", () => {
  const deadLinks = [...CURRENT_DOCUMENTS, ...RECORDS].flatMap((document) =>
    [...readText(document).matchAll(/(?:\]\(|src=")(?!https?:)([^)#\s"]+)/g)]
      .filter(([, target = ""]) => !existsSync(join(dirname(document), target)))
      .map(([, target]) => `${document}: ${target}`),
  );
  expect(deadLinks).toEqual([]);
});

test("every file that a document names by its path exists", () => {
  const missingFiles = CURRENT_DOCUMENTS.flatMap((document) =>
    [...readText(document).matchAll(/`((?!DATA_DIR)[\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|sql|md|txt|json))`/g)]
      .filter(([, path]) => !SOURCES.some((file) => file.endsWith(`/${path}`)))
      .map(([, path]) => `${document}: ${path}`),
  );
  expect(missingFiles).toEqual([]);
});
