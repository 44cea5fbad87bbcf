// @vitest-environment happy-dom
import { TYPING_MS } from "@caramelo/contract/limits";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setTyping, useIsTyping } from "./typing-store.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("[K4.05] the typing sign of another member", () => {
  test("ends 3 s after the last sign, as when the other one, or this browser, has lost its connection", () => {
    const { result } = renderHook(() => useIsTyping("ana"));
    act(() => setTyping("ana", true));
    act(() => void vi.advanceTimersByTime(TYPING_MS - 1));
    act(() => setTyping("ana", true));
    act(() => void vi.advanceTimersByTime(TYPING_MS - 1));
    expect(result.current).toBe(true);
    act(() => void vi.advanceTimersByTime(1));
    expect(result.current).toBe(false);
  });

  test("ends at once when they say so, and is of that member alone", () => {
    const { result } = renderHook(() => [useIsTyping("ana"), useIsTyping("bia")]);
    act(() => {
      setTyping("ana", true);
      setTyping("bia", true);
    });
    act(() => setTyping("ana", false));
    expect(result.current).toEqual([false, true]);
    act(() => void vi.advanceTimersByTime(TYPING_MS));
    expect(result.current).toEqual([false, false]);
  });
});
