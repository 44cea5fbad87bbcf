import { expect, test, vi } from "vitest";

const KINDS = ["DateTimeFormat", "ListFormat", "NumberFormat", "PluralRules"] as const;

test("no format is made before something is written in it, because the first one delays a phone's first page", async () => {
  vi.resetModules();
  const makers = KINDS.map((kind) => vi.spyOn(Intl, kind));
  const { formatCount, pluralWord } = await import("./counts.ts");
  const { clockText } = await import("./moments.ts");
  await Promise.all([import("./calendar.ts"), import("./decimals.ts"), import("./lists.ts"), import("./money.ts")]);
  expect([formatCount(42), pluralWord(42, "ficha", "fichas")]).toEqual(["42", "fichas"]);
  const countMade = () => makers.map(({ mock }) => mock.calls.length);
  expect(countMade()).toEqual([0, 0, 0, 0]);

  clockText("2026-11-28T15:00Z");
  clockText("2026-11-28T16:00Z");
  expect(countMade()).toEqual([1, 0, 0, 0]);
});
