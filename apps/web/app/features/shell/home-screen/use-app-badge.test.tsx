// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useAppBadge } from "./use-app-badge.ts";

const setAppBadge = vi.fn((_count?: number) => Promise.resolve());

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(navigator, { setAppBadge });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, "setAppBadge");
});

const show = (isDiscreet: boolean, unread: number) =>
  renderHook(([discreet, count]: [boolean, number]) => useAppBadge(discreet, count), {
    initialProps: [isDiscreet, unread],
  });

describe("[D2.62] the icon of the installed site", () => {
  test("shows how many messages are unread, and follows the number", () => {
    const { rerender } = show(false, 3);
    rerender([false, 0]);
    expect(setAppBadge.mock.calls).toEqual([[3], [0]]);
  });

  test("shows no number to a member who chose discreet titles, from the moment of the choice", () => {
    const { rerender } = show(false, 3);
    rerender([true, 3]);
    rerender([true, 4]);
    expect(setAppBadge.mock.calls).toEqual([[3], [0]]);
  });

  test("loses its number at the end of the session", () => {
    const { unmount } = show(false, 3);
    unmount();
    expect(setAppBadge.mock.calls).toEqual([[3], [0]]);
  });

  test("needs no browser that can show one, and none that lets it", () => {
    setAppBadge.mockRejectedValueOnce(new DOMException("not installed", "InvalidStateError"));
    show(false, 2);
    Reflect.deleteProperty(navigator, "setAppBadge");
    expect(() => show(false, 1).unmount()).not.toThrow();
  });
});
