import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BASELINE } from "../apps/web/site-build/baseline.ts";
import { judgeBuiltIns } from "./newer-built-ins.mjs";

const judge = (line: string) => judgeBuiltIns("apps/web/app/a.ts", line);

test.each([
  "const is = URL.canParse(text);",
  "AbortSignal.any([a, b]);",
  "AbortSignal.timeout(1_000);",
  "Object.groupBy(rows, byDay);",
  "mine.union(theirs);",
  "map.values().map(read);",
  "createImageBitmap(file, { imageOrientation: 'x' }, {\n  imageOrientation: \"from-image\" });",
  "crypto.randomUUID();",
  "const CANDIDATE = /[a--b]/v;",
  "const CANDIDATE = /(?i:a)b/;",
])("[D5.40] the check of built-ins refuses %s", (line) => {
  expect(judge(line)).toHaveLength(1);
});

test.each([
  "rows.toSorted(byDay).toReversed();",
  "rows.findLast(isOpen);",
  "[...map.values()].map(read);",
  "Object.values(rows).map(read);",
  "const AT_END = /(?<=a)b(?:c)/iu;",
  "// URL.canParse is missing in old browsers.\nparseUrl(text);",
])("[D5.40] the check of built-ins allows %s", (line) => {
  expect(judge(line)).toEqual([]);
});

test("[D5.40] the server may use what its own Node has", () => {
  expect(judgeBuiltIns("apps/server/src/a.ts", "URL.canParse(text);")).toEqual([]);
});

test.each(["README.md", "docs/browsers.md"])(
  "[D5.40] %s names the oldest browsers for which the site is built",
  (file) => {
    const { safari, chrome, samsung, firefox } = BASELINE;
    expect(readFileSync(file, "utf8")).toContain(`| ${safari} | ${chrome} | ${samsung} | ${firefox} |`);
  },
);
