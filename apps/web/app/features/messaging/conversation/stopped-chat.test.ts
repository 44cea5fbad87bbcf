// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { keepStoppedChat, readStoppedChat } from "./stopped-chat.ts";

const MINUTE_MS = 60_000;

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test("[D4.51] a purchase leads back to the conversation in which it began within the last hour, and to no older one", () => {
  expect(readStoppedChat("me")).toBeNull();
  keepStoppedChat("me", { withId: "ana", isFirst: true });
  vi.advanceTimersByTime(59 * MINUTE_MS);
  expect([readStoppedChat("me"), readStoppedChat("bia")]).toEqual([{ withId: "ana", isFirst: true }, null]);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(readStoppedChat("me")).toBeNull();
});

test("[D4.51] a conversation that is no longer stopped is forgotten", () => {
  keepStoppedChat("me", { withId: "ana", isFirst: false });
  expect(readStoppedChat("me")).toEqual({ withId: "ana", isFirst: false });
  keepStoppedChat("me", null);
  expect(readStoppedChat("me")).toBeNull();
});
