import { expect, test } from "vitest";
import { checkRequirements, formatSummary, listCitations, listViolations, readRows } from "./requirements.mjs";

const REGISTER = `# Requirements

- **M2.01** A door opens.
- **T07** A window stays shut. (open)
`;
const check = (register: string, names: string[], hasList = false) =>
  checkRequirements(
    register,
    names.map((name) => ({ name, file: "a.test.ts" })),
    { hasList },
  );

test("a register and tests that agree pass", () => {
  expect(check(REGISTER, ["[M2.01] the door opens", "[T07] the window stays shut"]).isGood).toBe(true);
});

test("a cited id that does not exist fails and names the file", () => {
  const { text, isGood } = check(REGISTER, ["[M2.01][M2.1] the door opens"]);

  expect(isGood).toBe(false);
  expect(text).toContain("a.test.ts cites M2.1, which does not exist");
});

test("a finished row without a test fails, an open one does not", () => {
  const { text, isGood } = check(REGISTER, []);

  expect(isGood).toBe(false);
  expect(text).toContain("M2.01 is finished, but no test cites it");
  expect(text).not.toContain("T07");
});

test("a row that only journeys cite fails when npm test runs none of them", () => {
  const rows = readRows(REGISTER);
  const late = { id: "M2.01", file: "e2e/journeys/a.spec.ts", isLate: true };

  expect(listViolations(rows, [late])).toEqual([
    "line 3: npm test would not notice that M2.01 breaks: tag a journey @npm-test, or show it below the journeys",
  ]);
  expect(listViolations(rows, [late, { ...late, isLate: false }])).toEqual([]);
  expect(listViolations(rows, [late, { id: "M2.01", file: "a.test.ts" }])).toEqual([]);
});

test("an id that occurs twice, a strange id, another form and an empty register fail", () => {
  const rows = readRows("- **T01** a (open)\n- **T01** b (open)\n- **M2.1** c (open)\n| T02 | d | open |");

  expect(listViolations(rows, [])).toEqual([
    "line 3: M2.1 is not written like a row",
    "line 4: | T02 | d | open | is not written like a row",
    "line 2: T01 occurs twice, first in line 1",
  ]);
  expect(listViolations([], [])).toEqual(["the register has no rows"]);
});

test("prose and lists of the register are no rows", () => {
  expect(readRows(`${REGISTER}\nT08 is prose.\n- an item\n| a | cell |\n`).map((row) => row.id)).toEqual([
    "M2.01",
    "T07",
  ]);
});

test("every id of a name is cited, those of the groups around the test too", () => {
  const names = ["[T01][T02] two", "[T03] a group > [M2.01] one [T04] inside", "none, but [brackets] and a [1]"];
  const citations = listCitations(names.map((name) => ({ name, file: "a.test.ts" })));

  expect(citations.map(({ id }) => id)).toEqual(["T01", "T02", "T03", "M2.01", "T04"]);
});

test("the summary counts each section and the whole", () => {
  const lines = formatSummary(readRows(REGISTER), new Set(["M2.01"]))
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
  expect(check(REGISTER, ["[M2.01] opens"], true).text).toContain("Without a test:\nT07 A window stays shut.\n");
});
