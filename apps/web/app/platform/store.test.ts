import { describe, expect, test, vi } from "vitest";
import { createBrowserStore, createStore } from "./store.ts";

describe("a store", () => {
  test("gives the value that was set last, and still knows the first one", () => {
    const store = createStore(1);
    store.set(2);
    store.set((before) => before + 5);
    expect(store.get()).toBe(7);
    expect(store.getInitial()).toBe(1);
  });

  test("calls each subscriber once per change, until it stops", () => {
    const store = createStore("a");
    const [first, second] = [vi.fn(), vi.fn()];
    const stop = store.subscribe(first);
    store.subscribe(second);
    store.set("b");
    stop();
    store.set("c");
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledTimes(2);
  });

  test("calls no subscriber when the very same value is set again", () => {
    const state = { count: 1 };
    const store = createStore(state);
    const listener = vi.fn();
    store.subscribe(listener);
    store.set(state);
    store.set((before) => before);
    expect(listener).not.toHaveBeenCalled();
  });

  test("keeps the second of two equal subscriptions when the first one stops", () => {
    const store = createStore(0);
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.subscribe(listener);
    stop();
    store.set(1);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("lets a subscriber stop during a change without skipping the others", () => {
    const store = createStore(0);
    const after = vi.fn();
    const stop = store.subscribe(() => stop());
    store.subscribe(after);
    store.set(1);
    expect(after).toHaveBeenCalledTimes(1);
  });
});

test("a browser store reads again and calls back at each of its events, until it stops", () => {
  const target = new EventTarget();
  let isOnline = true;
  const store = createBrowserStore(
    () => isOnline,
    true,
    () => target,
    ["online", "offline"],
  );
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  isOnline = false;
  target.dispatchEvent(new Event("offline"));
  expect(store.get()).toBe(false);
  expect(store.getInitial()).toBe(true);
  stop();
  target.dispatchEvent(new Event("online"));
  expect(listener).toHaveBeenCalledTimes(1);
});
