import { describe, expect, test } from "vitest";
import { badgeText, findListMove, photoRetryDelay, photoTryUrl, toastDuration } from "./rules.ts";

describe("toasts", () => {
  test("errors stay seven seconds, the rest five", () => {
    expect(toastDuration("error")).toBe(7000);
    for (const type of ["success", "warning", "info"] as const) expect(toastDuration(type)).toBe(5000);
  });

  test("a duration of its own wins, zero included", () => {
    expect(toastDuration("error", 1200)).toBe(1200);
    expect(toastDuration("info", 0)).toBe(0);
  });
});

describe("photos that fail to load", () => {
  test("[M4.22] are tried three more times, each after twice the wait, then given up", () => {
    expect([1, 2, 3, 4].map(photoRetryDelay)).toEqual([1000, 2000, 4000, undefined]);
  });

  test("[M4.22] are asked for past the cache, leaving signed queries whole", () => {
    expect(photoTryUrl("/m/a.webp", 0)).toBe("/m/a.webp");
    expect(photoTryUrl("/m/a.webp", 1)).toBe("/m/a.webp?r=1");
    expect(photoTryUrl("/m/a.webp?s=x", 2)).toBe("/m/a.webp?s=x&r=2");
  });

  test("keep their address when it holds the picture itself", () => {
    expect(photoTryUrl("blob:https://x/1", 2)).toBe("blob:https://x/1");
    expect(photoTryUrl("data:image/png;base64,AA", 2)).toBe("data:image/png;base64,AA");
  });
});

describe("count badges", () => {
  test("show nothing when nothing waits", () => {
    expect(badgeText(0)).toBeUndefined();
    expect(badgeText(-1)).toBeUndefined();
  });

  test("are capped at 99+", () => {
    expect(badgeText(1)).toBe("1");
    expect(badgeText(99)).toBe("99");
    expect(badgeText(100)).toBe("99+");
  });
});

describe("arrow keys in a list", () => {
  test("go around at both ends", () => {
    expect(findListMove("ArrowDown", 0, 3)).toBe(1);
    expect(findListMove("ArrowDown", 2, 3)).toBe(0);
    expect(findListMove("ArrowUp", 0, 3)).toBe(2);
    expect(findListMove("ArrowUp", 2, 3)).toBe(1);
  });

  test("open a closed list at its near end", () => {
    expect(findListMove("ArrowDown", -1, 3)).toBe(0);
    expect(findListMove("ArrowUp", -1, 3)).toBe(2);
  });

  test("do nothing in an empty list, as other keys in any", () => {
    expect(findListMove("ArrowDown", -1, 0)).toBeUndefined();
    expect(findListMove("Home", 1, 3)).toBeUndefined();
  });
});
