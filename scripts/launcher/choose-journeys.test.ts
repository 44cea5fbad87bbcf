import { describe, expect, test } from "vitest";
import { chooseJourneys, formatJourney, LEFT_OUT, readJourneys } from "./choose-journeys.mjs";

const spec = (title: string, ...tags: string[]) => ({
  title,
  tags,
  tests: [{ projectName: "phone" }, { projectName: "desktop" }],
});
const suites = [
  {
    title: "search.spec.ts",
    specs: [
      spec("[K1.01] a search"),
      spec("[K1.01] another search"),
      spec("[K1.01][K1.02] a filter"),
      spec("a picture"),
    ],
    suites: [{ title: "[K1.03] on a desktop", specs: [spec("the column", "desktop")] }],
  },
  {
    title: "office/dashboard.spec.ts",
    specs: [spec("[K1.04] a push message", "whole-browser"), spec("[K1.04] the dashboard")],
  },
];

describe("npm test", () => {
  test("runs the first journey of every promise, also of one that a group cites, unless others show all of its promises", () => {
    expect(chooseJourneys(readJourneys(suites)).map(({ name }) => name)).toEqual([
      "[K1.01][K1.02] a filter",
      "[K1.03] on a desktop › the column",
      "[K1.04] the dashboard",
    ]);
  });

  test("goes none that only a whole browser can go, and does not take it for shown", () => {
    const names = chooseJourneys(readJourneys(suites)).map(({ name }) => name);
    expect(names).not.toContain("[K1.04] a push message");
    expect(names).toContain("[K1.04] the dashboard");
  });

  test("goes those of the office and those with the tag on a desktop, and the others on a phone", () => {
    expect(readJourneys(suites).map(formatJourney)).toEqual([
      "[phone] › search.spec.ts › [K1.01] a search",
      "[phone] › search.spec.ts › [K1.01] another search",
      "[phone] › search.spec.ts › [K1.01][K1.02] a filter",
      "[phone] › search.spec.ts › a picture",
      "[desktop] › search.spec.ts › [K1.03] on a desktop › the column",
      "[desktop] › office/dashboard.spec.ts › [K1.04] a push message",
      "[desktop] › office/dashboard.spec.ts › [K1.04] the dashboard",
    ]);
  });
});

test.each([
  ["search.spec.ts a search", []],
  ["office/dashboard.spec.ts the dashboard", []],
  ["search.spec.ts a protocol of the back-office/browser @one-size", ["desktop"]],
  ["search.spec.ts a group @one-size a protocol", ["desktop"]],
  ["search.spec.ts the column @desktop @one-size", ["phone"]],
  ["search.spec.ts a group @one-size the column @desktop", ["phone"]],
  ["office/dashboard.spec.ts a protocol @one-size", ["phone"]],
])("%s is left out at: %j", (title, sizes) => {
  const titles = { phone: ` phone ${title}`, desktop: ` desktop ${title}` };
  const leftOut = (["phone", "desktop"] as const).filter((size) => LEFT_OUT[size].test(titles[size]));
  expect(leftOut).toEqual(sizes);
});
