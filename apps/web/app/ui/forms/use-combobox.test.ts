import { describe, expect, test } from "vitest";
import { findListMove } from "~/ui/forms/use-combobox.ts";

describe("arrow keys in a list", () => {
  test("wrap at both ends", () => {
    expect(findListMove("ArrowDown", 0, 3)).toBe(1);
    expect(findListMove("ArrowDown", 2, 3)).toBe(0);
    expect(findListMove("ArrowUp", 0, 3)).toBe(2);
    expect(findListMove("ArrowUp", 2, 3)).toBe(1);
  });

  test("open a closed list at the nearer end", () => {
    expect(findListMove("ArrowDown", -1, 3)).toBe(0);
    expect(findListMove("ArrowUp", -1, 3)).toBe(2);
  });

  test("do nothing in an empty list, and other keys do nothing in any list", () => {
    expect(findListMove("ArrowDown", -1, 0)).toBeUndefined();
    expect(findListMove("Home", 1, 3)).toBeUndefined();
  });
});
