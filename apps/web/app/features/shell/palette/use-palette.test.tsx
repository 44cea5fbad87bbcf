// @vitest-environment happy-dom
import { cleanup, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { usePalette } from "./use-palette.ts";

afterEach(cleanup);

test("a key that is held down opens the palette once, and never the browser's own search", () => {
  const { result } = renderHook(() => usePalette({ isAllowed: true }));
  /** Whether the browser still does what it does by the key itself. */
  const press = (repeat: boolean) => fireEvent.keyDown(document.body, { key: "k", ctrlKey: true, repeat });
  expect(press(false)).toBe(false);
  expect(result.current.isOpen).toBe(true);
  expect(press(true)).toBe(false);
  expect(result.current.isOpen).toBe(true);
  press(false);
  expect(result.current.isOpen).toBe(false);
});
