import { expect, test } from "vitest";
import { beginTransfer, continueTransfer, isTooSlow } from "./transfer-rules.ts";

/** Returns the second at which a sender with this progress is cut off; undefined if not within ten minutes. */
function cutAfter(bytesBy: (second: number) => number): number | undefined {
  let transfer = beginTransfer(0, 0);
  for (let second = 1; second <= 600; second += 1) {
    transfer = continueTransfer(transfer, bytesBy(second), second * 1_000);
    if (isTooSlow(transfer, second * 1_000)) return second;
  }
  return undefined;
}

test("[T66] an upload of one byte each five seconds is cut off after its grace of ten seconds", () => {
  expect(cutAfter((second) => Math.floor(second / 5))).toBe(11);
});

test("[T66] an upload that sends nothing, or a tenth of the least rate, is cut off too", () => {
  expect(cutAfter(() => 0)).toBe(11);
  expect(cutAfter((second) => second * 819)).toBe(12);
});

test("[T66] an upload at the least rate, and one of a fast sender, is never cut off", () => {
  expect(cutAfter((second) => second * 8_192)).toBeUndefined();
  expect(cutAfter((second) => second * 1_000_000)).toBeUndefined();
});

test("[T66] a sender may pause for half a minute, and two megabytes at once buy no longer pause than that", () => {
  const pausing = (pause: number) => (second: number) => 2_000_000 + Math.max(0, second - pause) * 8_192;
  expect(cutAfter(pausing(29))).toBeUndefined();
  expect(cutAfter(() => 2_000_000)).toBe(32);
});
