import { expect, test } from "vitest";
import { inProject } from "./launcher/project.mjs";
import { readPlaywrightNames, readVitestNames } from "./test-names.mjs";

test("a name of Vitest's list is paired with its file in the project", () => {
  const listedTests = [
    { name: "[T06] a group > [T07] in it", file: inProject("apps/web/app/a.test.tsx"), projectName: "rules" },
  ];

  expect(readVitestNames(listedTests)).toEqual([
    { name: "[T06] a group > [T07] in it", file: "apps/web/app/a.test.tsx" },
  ]);
});

test("a name of Playwright's report is paired with the names of its groups, however deep, and says whether npm test runs it", () => {
  const spec = (title: string, ...tags: string[]) => ({
    title,
    file: "journeys/a.spec.ts",
    tags,
    tests: [{ projectName: "phone" }, { projectName: "desktop" }],
  });
  const inner = { title: "inside", file: "journeys/a.spec.ts", specs: [spec("[T03] deep", "desktop")] };
  const group = { title: "[T06] a group", file: "journeys/a.spec.ts", specs: [spec("[T02] in it")], suites: [inner] };
  const report = {
    suites: [
      {
        title: "a.spec.ts",
        file: "journeys/a.spec.ts",
        specs: [spec("[T01] plain", "npm-test", "both-sizes")],
        suites: [group],
      },
    ],
  };

  expect(readPlaywrightNames(report)).toEqual([
    { name: "[T01] plain", file: "e2e/journeys/a.spec.ts", isLate: false },
    { name: "[T06] a group > [T02] in it", file: "e2e/journeys/a.spec.ts", isLate: true },
    { name: "[T06] a group > inside > [T03] deep", file: "e2e/journeys/a.spec.ts", isLate: true },
  ]);
});
