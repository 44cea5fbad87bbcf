// @vitest-environment happy-dom
import { TYPING_IDLE_MS } from "@caramelo/contract/limits";
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useTypingSignal } from "./use-typing-signal.ts";

const sentSignals = vi.hoisted(() => [] as boolean[]);
vi.mock("../messaging-client.ts", () => ({ sendTyping: (_: string, isTyping: boolean) => sentSignals.push(isTyping) }));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sentSignals.length = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("[K4.05] the sign that this member types", () => {
  test("ends 1 s after the last key", () => {
    const { result } = renderHook(() => useTypingSignal("ana"));
    result.current.press();
    vi.advanceTimersByTime(TYPING_IDLE_MS - 1);
    result.current.press();
    vi.advanceTimersByTime(TYPING_IDLE_MS - 1);
    expect(sentSignals).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(sentSignals).toEqual([true, false]);
  });

  test("is repeated while keys are pressed, so that it does not end after 3 s with the other one", () => {
    const { result } = renderHook(() => useTypingSignal("ana"));
    for (let pressedKeys = 0; pressedKeys < 10; pressedKeys += 1) {
      result.current.press();
      vi.advanceTimersByTime(TYPING_IDLE_MS / 2);
    }
    expect(sentSignals).toEqual([true, true, true]);
  });

  test("ends when the message is sent or the field is left, once", () => {
    const { result } = renderHook(() => useTypingSignal("ana"));
    result.current.press();
    result.current.stop();
    result.current.stop();
    vi.advanceTimersByTime(10_000);
    expect(sentSignals).toEqual([true, false]);
  });

  test("ends when the conversation is left, and a member who did not type sends nothing", () => {
    const typing = renderHook(() => useTypingSignal("ana"));
    typing.result.current.press();
    typing.unmount();
    expect(sentSignals).toEqual([true, false]);
    renderHook(() => useTypingSignal("ana")).unmount();
    expect(sentSignals).toEqual([true, false]);
  });
});
