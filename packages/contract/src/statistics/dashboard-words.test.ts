import { describe, expect, test } from "vitest";
import { countedText, listWaiting, waitText } from "./dashboard-words.ts";
import type { WorkKind } from "./work-kinds.ts";

const NOW = Date.parse("2026-11-23T15:00:00.000Z");
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

describe("the pending work of the staff", () => {
  const waits = (kind: WorkKind, minutes: number, count = 1) => ({
    kind,
    count,
    oldestAt: count > 0 ? ago(minutes) : null,
  });

  test("has work with a deadline first, then the longest waiting, and nothing that does not wait", () => {
    const work = [waits("reports", 60), waits("verifications", 3_000), waits("appeals", 0, 0), waits("notices", 5)];
    expect(listWaiting(work).map(({ kind }) => kind)).toEqual(["notices", "verifications", "reports"]);
  });

  test("[T78] has the nearest deadline first, not the earliest arrival", () => {
    const work = [waits("withdrawals", 3 * 24 * 60), waits("notices", 60)];
    expect(listWaiting(work).map(({ kind }) => kind)).toEqual(["notices", "withdrawals"]);
  });

  test.each([
    ["reports", 20 * 60, "Aguardando há 20 h", false],
    ["notices", 20 * 60 + 1, "Aguardando há 20 h; prazo em 3 h", false],
    ["notices", 24 * 60 - 5, "Aguardando há 23 h; prazo em 5 min", false],
    ["notices", 26 * 60 + 1, "Aguardando há 1 dia; prazo vencido há 2 h", true],
    ["withdrawals", 24 * 60, "Aguardando há 1 dia; prazo em 4 dias", false],
    ["withdrawals", 6 * 24 * 60, "Aguardando há 6 dias; prazo vencido há 24 h", true],
  ] as const)("says of %s after %d minutes: %s", (kind, minutes, text, isLate) => {
    expect(waitText(waits(kind, minutes), NOW)).toEqual({ text, isLate });
  });
});

test.each([
  [1, "Contado às 11:59", false],
  [5, "Contado às 11:55", false],
  [6, "Contado às 11:54 (há 6 min)", true],
  [13 * 60, "Contado em 22/11, às 23:00 (há 13 h)", true],
])(
  "a count of %d minutes ago says its hour in São Paulo, and since when the next one is late",
  (minutes, text, isLate) => {
    expect(countedText(ago(minutes), NOW)).toEqual({ text, isLate });
  },
);
