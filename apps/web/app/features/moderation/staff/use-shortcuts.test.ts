import { describe, expect, test } from "vitest";
import { ACTION_KEYS, findAction, isUndoKey } from "./use-shortcuts.ts";

describe("one key", () => {
  const press = { ctrlKey: false, metaKey: false, altKey: false, isTyping: false };

  test("means one action, in either case, and no two actions share one", () => {
    for (const [action, key] of Object.entries(ACTION_KEYS)) {
      expect(findAction({ ...press, key })).toBe(action);
      expect(findAction({ ...press, key: key.toUpperCase() })).toBe(action);
    }
    expect(new Set(Object.values(ACTION_KEYS)).size).toBe(Object.keys(ACTION_KEYS).length);
  });

  test("means nothing while somebody types, or with another key held", () => {
    for (const heldKeys of [{ isTyping: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(findAction({ ...press, ...heldKeys, key: "d" })).toBeUndefined();
    expect(findAction({ ...press, key: "x" })).toBeUndefined();
  });
});

test("Ctrl+Z, ⌘Z and, where single keys are on, Z undo", () => {
  const press = { key: "z", ctrlKey: false, metaKey: false, altKey: false };
  expect([isUndoKey({ ...press, ctrlKey: true }, false), isUndoKey({ ...press, metaKey: true }, false)]).toEqual([
    true,
    true,
  ]);
  expect([isUndoKey({ ...press, key: "Z" }, true), isUndoKey(press, false)]).toEqual([true, false]);
  expect([isUndoKey({ ...press, altKey: true }, true), isUndoKey({ ...press, key: "y" }, true)]).toEqual([
    false,
    false,
  ]);
});
