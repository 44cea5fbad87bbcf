// @vitest-environment happy-dom
import { TYPING_IDLE_MS } from "@caramelo/contract/limits";
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useTypingSignal } from "./use-typing-signal.ts";

const sent = vi.hoisted(() => [] as boolean[]);
vi.mock("../messaging-client.ts", () => ({ sendTyping: (_: string, isTyping: boolean) => sent.push(isTyping) }));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sent.length = 0;
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
    expect(sent).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([true, false]);
  });

  test("is repeated while keys are pressed, so that it does not end after 3 s with the other one", () => {
    const { result } = renderHook(() => useTypingSignal("ana"));
    for (let pressed = 0; pressed < 10; pressed += 1) {
      result.current.press();
      vi.advanceTimersByTime(TYPING_IDLE_MS / 2);
    }
    expect(sent).toEqual([true, true, true]);
  });

  test("ends when the message is sent or the field is left, once", () => {
    const { result } = renderHook(() => useTypingSignal("ana"));
    result.current.press();
    result.current.stop();
    result.current.stop();
    vi.advanceTimersByTime(10_000);
    expect(sent).toEqual([true, false]);
  });

  test("ends when the conversation is left, and a member who did not type sends nothing", () => {
    const typing = renderHook(() => useTypingSignal("ana"));
    typing.result.current.press();
    typing.unmount();
    expect(sent).toEqual([true, false]);
    renderHook(() => useTypingSignal("ana")).unmount();
    expect(sent).toEqual([true, false]);
  });
});
