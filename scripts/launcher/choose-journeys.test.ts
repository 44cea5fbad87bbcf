import { expect, test } from "vitest";
import { IN_NPM_TEST, LEFT_OUT, leaveOut, WHOLE_BROWSER } from "./choose-journeys.mjs";

test.each([
  ["journeys/search.spec.ts a search", ["desktop"]],
  ["journeys/search.spec.ts a protocol of the back-office/browser", ["desktop"]],
  ["journeys/search.spec.ts the column @desktop", ["phone"]],
  ["journeys/search.spec.ts a group @desktop the column", ["phone"]],
  ["journeys/office/dashboard.spec.ts the dashboard", ["phone"]],
  ["journeys/search.spec.ts a search @both-sizes", []],
  ["journeys/search.spec.ts a group @both-sizes the column @desktop", []],
  ["journeys/office/dashboard.spec.ts the dashboard @both-sizes", []],
])("%s is left out at: %j", (title, sizes) => {
  const titles = { phone: ` phone ${title}`, desktop: ` desktop ${title}` };
  const leftOut = (["phone", "desktop"] as const).filter((size) => LEFT_OUT[size].test(titles[size]));
  expect(leftOut).toEqual(sizes);
});

test.each([
  ["phone journeys/search.spec.ts a search", false],
  ["phone journeys/search.spec.ts a search @npm-test", true],
  ["phone journeys/search.spec.ts a search @npm-test @both-sizes", true],
  ["desktop journeys/search.spec.ts a search @npm-test @both-sizes", false],
  ["phone journeys/search.spec.ts a search @npm-tests", false],
  ["desktop journeys/search.spec.ts the column @desktop @npm-test", true],
  ["phone journeys/search.spec.ts the column @npm-test @desktop @both-sizes", false],
  ["desktop journeys/office/dashboard.spec.ts the dashboard @npm-test", true],
  ["phone journeys/office/dashboard.spec.ts the dashboard @both-sizes @npm-test", false],
])("npm test runs %s: %j", (title, isRun) => {
  expect(new RegExp(IN_NPM_TEST).test(` ${title}`)).toBe(isRun);
});

test("the rest is what npm test does not run, without what the machine's browser cannot", () => {
  const [option, pattern = ""] = leaveOut([IN_NPM_TEST, WHOLE_BROWSER]);
  expect(option).toBe("--grep-invert");
  const titles = ["a search", "a search @npm-test", "a group @whole-browser a push"];
  expect(titles.filter((title) => !new RegExp(pattern).test(` phone journeys/search.spec.ts ${title}`))).toEqual([
    "a search",
  ]);
  expect(leaveOut([])).toEqual([]);
});
