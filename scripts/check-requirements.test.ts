import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import {
  checkRequirements,
  judgeRegister,
  readCitedIds,
  readRows,
  readTestNames,
  writeSummary,
} from "./check-requirements.mjs";

const REGISTER = `# Requirements
| id | requirement | status |
| --- | --- | --- |
| M2.01 | A door opens. | finished |
| T07 | A window stays shut. | open |
`;

/** A project in a folder of its own: paths and their contents. */
function makeProject(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), "requirements-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  return root;
}

test("a register and tests that agree pass, wherever the tests lie", () => {
  const root = makeProject({
    "docs/requirements.md": REGISTER,
    "apps/web/app/door.test.tsx": 'test("[M2.01] the door opens", () => {});',
    "e2e/journeys/window.ts": "test(`[T07] the window stays shut`, async () => {});",
  });

  expect(checkRequirements([root])).toMatchObject({ isGood: true });
});

test("a cited id that does not exist fails and names the file", () => {
  const root = makeProject({
    "docs/requirements.md": REGISTER,
    "a.test.ts": 'test("[M2.01][M2.1] the door opens", () => {});',
  });

  const { text, isGood } = checkRequirements([root]);

  expect(isGood).toBe(false);
  expect(text).toContain("a.test.ts cites M2.1, which does not exist");
});

test("a finished row without a test fails, an open one does not", () => {
  const root = makeProject({ "docs/requirements.md": REGISTER });

  const { text, isGood } = checkRequirements([root]);

  expect(isGood).toBe(false);
  expect(text).toContain("M2.01 is finished, but no test cites it");
  expect(text).not.toContain("T07");
});

test("an id that stands twice, a strange status, a strange id and an empty register fail", () => {
  const rows = readRows(
    "| T01 | a | open |\n| T01 | b | open |\n| T02 | c | done |\n| M2.1 | d | open |\n| T03 | e | f | open |",
  );

  expect(judgeRegister(rows, [])).toEqual([
    "line 4: M2.1 is not written like an id",
    'line 3: T02 has the status "done", not finished or open',
    'line 5: T03 has the status "f|open|", not finished or open',
    "line 2: T01 stands twice, first in line 1",
  ]);
  expect(judgeRegister([], [])).toEqual(["the register has no rows"]);
});

test("heads, rules and prose of the register are no rows", () => {
  expect(readRows(`${REGISTER}\nT08 is prose | with a bar | open |\n`).map((row) => row.id)).toEqual(["M2.01", "T07"]);
});

test("names are found in every way a test is written", () => {
  const source = [
    'test("[T01] plain", () => {});',
    "it('[T02] single', () => {});",
    "test(`[T03] with $" + "{1 + 1} in it`, () => {});",
    'test(\n  "[T04][T05] on its own line",\n  () => {},\n);',
    'test.each([["a)", 1], [f(2), 3]])("[T06] %s", () => {});',
    'test.for(rows.filter((row) => row.is(")")))("[T07] $id", () => {});',
    'const strange = /["`]/; test("[T08] after an expression", () => {});',
  ].join("\n");

  expect(readCitedIds(source)).toEqual(["T01", "T02", "T03", "T04", "T05", "T06", "T07", "T08"]);
});

test("a test that never runs, a comment and a text that looks like a test cite nothing", () => {
  const source = [
    '// test("[T01] commented out", () => {});',
    '/* test("[T02] commented out", () => {}); */',
    'test.skip("[T03] left out", () => {});',
    'test.todo("[T04] later");',
    'const text = `test("[T05] inside a text")`;',
    'describe("[T06] a group", () => {});',
    'expect(1, "[T07] a hint").toBe(1);',
    'pattern.test("[T08] a regular expression at work");',
  ].join("\n");

  expect(readTestNames(source)).toEqual([]);
});

test("installed packages and built files are not searched", () => {
  const name = 'test("[T99] of somebody else", () => {});';
  const root = makeProject({
    "docs/requirements.md": REGISTER.replace("finished", "open"),
    "node_modules/x/x.test.ts": name,
    "apps/web/build/x.test.ts": name,
    ".cache/x.test.ts": name,
    "apps/web/x.ts": name,
  });

  expect(checkRequirements([root]).isGood).toBe(true);
});

test("the summary counts each section and the whole", () => {
  const lines = writeSummary(readRows(REGISTER), new Set(["M2.01"]))
    .trimEnd()
    .split("\n");

  expect(lines.map((line) => line.trim().split(/ +/))).toEqual([
    ["section", "rows", "finished", "open", "tested"],
    ["M2", "1", "1", "0", "1"],
    ["T", "1", "0", "1", "0"],
    ["all", "2", "1", "1", "1"],
  ]);
});

test("--list names the rows without a test", () => {
  const root = makeProject({ "docs/requirements.md": REGISTER, "a.test.ts": 'test("[M2.01] opens", () => {});' });

  expect(checkRequirements(["--list", root]).text).toContain("Without a test:\nT07 A window stays shut.\n");
});

test("run as a program it leaves with 0 when all is well and with 1 when not", () => {
  const script = fileURLToPath(new URL("check-requirements.mjs", import.meta.url));
  const good = makeProject({ "docs/requirements.md": REGISTER.replace("finished", "open") });
  const bad = makeProject({ "docs/requirements.md": REGISTER });

  expect(spawnSync(process.execPath, [script, good]).status).toBe(0);
  expect(spawnSync(process.execPath, [script, bad]).status).toBe(1);
});

test("the rows of a table cite too, when the name holds them", () => {
  const rows = 'test.each([\n  ["[M2.01] a door", 1],\n  ["[T07] a window", 2],\n])';
  expect(readCitedIds(`${rows}("%s opens", () => {});`)).toEqual(["M2.01", "T07"]);
  expect(readCitedIds(`${rows}("opens", () => {});`)).toEqual([]);
});
