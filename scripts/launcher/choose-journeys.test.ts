import { expect, test } from "vitest";
import { LEFT_OUT, leaveOut } from "./choose-journeys.mjs";

test.each([
  ["search.spec.ts a search", ["desktop"]],
  ["search.spec.ts a protocol of the back-office/browser", ["desktop"]],
  ["search.spec.ts the column @desktop", ["phone"]],
  ["search.spec.ts a group @desktop the column", ["phone"]],
  ["office/dashboard.spec.ts the dashboard", ["phone"]],
  ["search.spec.ts a search @both-sizes", []],
  ["search.spec.ts a group @both-sizes the column @desktop", []],
  ["office/dashboard.spec.ts the dashboard @both-sizes", []],
])("%s is left out at: %j", (title, sizes) => {
  const titles = { phone: ` phone ${title}`, desktop: ` desktop ${title}` };
  const leftOut = (["phone", "desktop"] as const).filter((size) => LEFT_OUT[size].test(titles[size]));
  expect(leftOut).toEqual(sizes);
});

test("Playwright leaves out the journeys with one of the tags, and no others", () => {
  const [option, pattern = ""] = leaveOut(["@npm-test", "@whole-browser"]);
  expect(option).toBe("--grep-invert");
  const titles = ["a search", "a search @npm-test", "a group @whole-browser a push @desktop", "a search @npm-tests"];
  expect(titles.filter((title) => !new RegExp(pattern).test(` phone search.spec.ts ${title}`))).toEqual([
    "a search",
    "a search @npm-tests",
  ]);
  expect(leaveOut([])).toEqual([]);
});
