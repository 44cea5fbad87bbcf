// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { makeSessionUser } from "~/testing/session-user.ts";
import { showTab } from "~/testing/tab.ts";
import { makeEntry, makeMessage } from "../make-messages.fixture.ts";
import { addEntry, listEntries, readDraft, writeDraft } from "../outbox/outbox-store.ts";
import type { Entry } from "../outbox/rules.ts";
import { useDraft, useWaiting } from "./use-draft.ts";

vi.mock("~/platform/session.ts", () => ({ useMember: () => makeSessionUser({ id: "me" }) }));

const makeReturned = (clientId: string, overrides: Partial<Entry> = {}) =>
  makeEntry(clientId, { state: "returned", triedAt: 1, isAnnounced: true, ...overrides });
const open = (messages = [makeMessage(1)]) =>
  renderHook((props: { messages: typeof messages }) => useDraft("ana", props.messages), { initialProps: { messages } });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // The outbox keeps what it has read until the browser announces a change of the storage.
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  showTab(true);
  return cleanup;
});

describe("the draft of a conversation", () => {
  test("is empty at first, and outlives a reload of the tab", () => {
    const first = open();
    expect(first.result.current.draft).toEqual({ text: "", sentAs: null });
    act(() => first.result.current.change({ text: "oi", sentAs: null }));
    expect(first.result.current.draft.text).toBe("oi");
    first.unmount();
    expect(open().result.current.draft).toEqual({ text: "oi", sentAs: null });
  });

  test("is stored no longer once it is empty", () => {
    const { result } = open();
    act(() => result.current.change({ text: "oi", sentAs: null }));
    act(() => result.current.change({ text: "", sentAs: null }));
    expect(readDraft("me", "ana")).toBeNull();
  });

  test("is empty when the stored text is not a draft", () => {
    writeDraft("me", "ana", "{");
    expect(open().result.current.draft).toEqual({ text: "", sentAs: null });
  });

  test("gets the texts that came back in front of what was typed, and the outbox loses them", () => {
    writeDraft("me", "ana", JSON.stringify({ text: "mais isto" }));
    addEntry("me", makeReturned("2"));
    addEntry("me", makeReturned("1"));
    addEntry("me", makeReturned("3", { withId: "bia" }));
    const { result } = open();
    expect(result.current.draft).toEqual({
      text: "texto 1\ntexto 2\nmais isto",
      sentAs: { clientId: "1", text: "texto 1" },
    });
    expect(listEntries("me").map(({ clientId }) => clientId)).toEqual(["3"]);
    expect(JSON.parse(readDraft("me", "ana") ?? "null")).toEqual(result.current.draft);
  });

  test("waits with a text that came back until its toast was shown and the tab is looked at", () => {
    const { result } = open();
    act(() => addEntry("me", makeReturned("1", { isAnnounced: false })));
    expect(result.current.draft.text).toBe("");
    showTab(false);
    act(() => addEntry("me", makeReturned("1")));
    expect(result.current.draft.text).toBe("");
    showTab(true);
    act(() => addEntry("me", makeEntry("2")));
    expect(result.current.draft.text).toBe("texto 1");
  });

  test("loses a text that came back when its message turns out to be stored", () => {
    addEntry("me", makeReturned("1"));
    const { result, rerender } = open();
    expect(result.current.draft.text).toBe("texto 1");
    rerender({ messages: [makeMessage(1), makeMessage(2, { clientId: "1", isMine: true })] });
    expect(result.current.draft).toEqual({ text: "", sentAs: null });
    expect(readDraft("me", "ana")).toBeNull();
  });

  test("keeps a text that was changed after it came back, as a new message", () => {
    addEntry("me", makeReturned("1"));
    const { result, rerender } = open();
    act(() => result.current.change({ ...result.current.draft, text: "outra coisa" }));
    rerender({ messages: [makeMessage(2, { clientId: "1", isMine: true })] });
    expect(result.current.draft).toEqual({ text: "outra coisa", sentAs: null });
  });
});

test("the waiting messages of a conversation are those of its outbox, in order", () => {
  const { result } = renderHook(() => useWaiting("ana"));
  act(() => {
    addEntry("me", makeEntry("2"));
    addEntry("me", makeEntry("1"));
    addEntry("me", makeEntry("3", { withId: "bia" }));
    addEntry("me", makeReturned("4"));
  });
  expect(result.current.map(({ clientId }) => clientId)).toEqual(["1", "2"]);
});
