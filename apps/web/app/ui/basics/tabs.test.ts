import { expect, test } from "vitest";
import { findTabMove } from "~/ui/basics/tabs.tsx";

test("arrow keys move between tabs and wrap at both ends, Home and End lead to the first and the last", () => {
  expect(findTabMove("ArrowRight", 0, 3)).toBe(1);
  expect(findTabMove("ArrowRight", 2, 3)).toBe(0);
  expect(findTabMove("ArrowLeft", 0, 3)).toBe(2);
  expect(findTabMove("Home", 2, 3)).toBe(0);
  expect(findTabMove("End", 0, 3)).toBe(2);
  expect(findTabMove("ArrowDown", 0, 3)).toBeUndefined();
});
