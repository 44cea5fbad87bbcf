import { describe, expect, test } from "vitest";
import { badgeText } from "./badge-rules.ts";

describe("counter badges", () => {
  test("show nothing for zero", () => {
    expect(badgeText(0)).toBeUndefined();
    expect(badgeText(-1)).toBeUndefined();
  });

  test("are capped at 99+", () => {
    expect(badgeText(1)).toBe("1");
    expect(badgeText(99)).toBe("99");
    expect(badgeText(100)).toBe("99+");
  });
});
