import { describe, expect, test } from "vitest";
import { chooseWay, isOpenedAgain } from "./install-rules.ts";

const NOW = Date.parse("2026-12-02T12:00:00Z");
const MINUTE = 60_000;
const EARLIER = { firstAt: String(NOW - 31 * MINUTE), now: NOW };
const DEVICE = { isInstalled: false, wasShown: false, isDiscreet: false };
const ANDROID = { hasPrompt: true, isByHand: false };
const IPHONE = { hasPrompt: false, isByHand: true };

describe("[D2.63] the hint to install the site", () => {
  test.each([
    [null, false],
    ["", false],
    ["ontem", false],
    [String(NOW), false],
    [String(NOW - 29 * MINUTE), false],
    [String(NOW - 30 * MINUTE), true],
    [String(NOW + 60 * MINUTE), false],
  ])("takes a first time at %j for an earlier one: %s", (firstAt, isSecond) => {
    expect(isOpenedAgain({ firstAt, now: NOW })).toBe(isSecond);
  });

  test("comes the second time, by the browser's question or by hand", () => {
    expect(chooseWay(DEVICE, EARLIER, ANDROID)).toBe("prompt");
    expect(chooseWay(DEVICE, EARLIER, IPHONE)).toBe("by hand");
    expect(chooseWay(DEVICE, { firstAt: null, now: NOW }, ANDROID)).toBeUndefined();
  });

  test("does not come in browsers that cannot install the site", () => {
    expect(chooseWay(DEVICE, EARLIER, { hasPrompt: false, isByHand: false })).toBeUndefined();
  });

  test.each(["isInstalled", "wasShown", "isDiscreet"] as const)("does not come when %s", (reason) => {
    expect(chooseWay({ ...DEVICE, [reason]: true }, EARLIER, ANDROID)).toBeUndefined();
  });
});
