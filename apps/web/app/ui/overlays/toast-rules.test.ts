import { describe, expect, test } from "vitest";
import { toastDuration } from "./toast-rules.ts";

describe("toasts", () => {
  test("stay seven seconds for errors and five for the rest", () => {
    expect(toastDuration("error")).toBe(7000);
    for (const type of ["success", "warning", "info"] as const) expect(toastDuration(type)).toBe(5000);
  });

  test("stay for their own duration when they have one, zero included", () => {
    expect(toastDuration("error", 1200)).toBe(1200);
    expect(toastDuration("info", 0)).toBe(0);
  });
});
