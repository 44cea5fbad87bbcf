import { expect, test } from "vitest";
import { describeAges } from "./ages.ts";

const machine = "2 × AMD EPYC, 24 GB";
const section = (part: string, measurement: string) =>
  `<!-- part: ${part} -->\n## Title\n\n${measurement}; ${machine}\n`;

test("each part says on which commit it was measured, when, how many commits ago and with what changes", () => {
  const results = [
    "# Results\n",
    section("sends", "2026-11-26T21:24, commit 879f75bd with changes"),
    section("start", "2026-11-27T08:00, commit aac34102"),
    section("lists", "2026-11-27T09:00, commit 0000000a"),
  ].join("");
  const growth = { "1000000": { measured: `2026-11-27T16:13, commit 0ed7e3f1; ${machine}` } };
  const counts: Record<string, number> = { "879f75bd": 788, aac34102: 1, "0ed7e3f1": 0 };

  expect(describeAges(["start", "sends", "lists", "office"], results, growth, (commit) => counts[commit])).toEqual([
    "start: measured on aac34102, 2026-11-27, 1 commit ago, without uncommitted changes",
    "sends: measured on 879f75bd, 2026-11-26, 788 commits ago, with uncommitted changes",
    "lists: measured on 0000000a, 2026-11-27, which is not in this history, without uncommitted changes",
    "office: never measured",
    "growth of 1,000,000 members: measured on 0ed7e3f1, 2026-11-27, 0 commits ago, without uncommitted changes",
  ]);
});
