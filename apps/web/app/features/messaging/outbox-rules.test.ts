import { SEND_RETRY_MS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import {
  confirmDraft,
  type Entry,
  emptyDraft,
  findClientId,
  giveBack,
  judgeFailure,
  listReturned,
  listWaiting,
  readEntry,
  retryDelay,
  takeBack,
} from "./outbox-rules.ts";

const NOW = 1_000_000;

const makeEntry = (clientId: string, change: Partial<Entry> = {}): Entry => ({
  clientId,
  withId: "ana",
  text: `texto ${clientId}`,
  at: NOW,
  triedAt: NOW,
  state: "waiting",
  failure: null,
  isTold: false,
  ...change,
});

test("what waits leaves in the order it was written in, each conversation for itself", () => {
  const entries = [
    makeEntry("2"),
    makeEntry("3", { withId: "bia" }),
    makeEntry("1"),
    makeEntry("0", { state: "returned" }),
  ];
  expect(listWaiting(entries, "ana").map(({ clientId }) => clientId)).toEqual(["1", "2"]);
  expect(listReturned(entries, "ana").map(({ clientId }) => clientId)).toEqual(["0"]);
});

describe("a try that failed", () => {
  test.each(["UPGRADE_REQUIRED", "PEER_UNAVAILABLE", "RATE_LIMIT_EXCEEDED", "NOT_FOUND", "MESSAGE_CHANGED"] as const)(
    "[K4.02] is a refusal: %s",
    (code) => {
      expect(judgeFailure(makeEntry("1"), code, NOW)).toBe("refused");
    },
  );

  test.each(["NETWORK_ERROR", "SERVER_ERROR", "AUTH_SESSION_EXPIRED"] as const)(
    "is no refusal and goes again for two minutes from the first try: %s",
    (code) => {
      expect(judgeFailure(makeEntry("1"), code, NOW + SEND_RETRY_MS - 1)).toBe("again");
      expect(judgeFailure(makeEntry("1"), code, NOW + SEND_RETRY_MS)).toBe("expired");
    },
  );

  test("waits longer each time, up to a bound", () => {
    expect([1, 2, 3, 4, 5, 50].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  });

  test("brings back what was written after it too, and is told once", () => {
    const returned = giveBack([makeEntry("1"), makeEntry("2")], "RATE_LIMIT_EXCEEDED");
    expect(returned.map(({ state, isTold }) => [state, isTold])).toEqual([
      ["returned", false],
      ["returned", true],
    ]);
  });
});

describe("a text that came back", () => {
  const lost = makeEntry("1", { state: "returned" });

  test("stands before what was typed since", () => {
    const draft = takeBack({ text: "mais isto", sentAs: null }, [lost, makeEntry("2", { state: "returned" })]);
    expect(draft.text).toBe("texto 1\ntexto 2\nmais isto");
  });

  test("that may have arrived goes under its first id when it is sent unchanged, and under a new one else", () => {
    const draft = takeBack(emptyDraft, [lost]);
    expect(findClientId({ ...draft, text: " texto 1 " })).toBe("1");
    expect(findClientId({ ...draft, text: "texto 1!" })).toBeUndefined();
  });

  test("that the server refused, or that never left, gets a new id", () => {
    expect(findClientId(takeBack(emptyDraft, [{ ...lost, failure: "RATE_LIMIT_EXCEEDED" }]))).toBeUndefined();
    expect(findClientId(takeBack(emptyDraft, [{ ...lost, triedAt: null }]))).toBeUndefined();
  });

  test("goes again when a late acknowledgement comes, unless it was changed", () => {
    const draft = takeBack(emptyDraft, [lost]);
    expect(confirmDraft(draft, new Set(["1"]))).toEqual(emptyDraft);
    expect(confirmDraft({ ...draft, text: "outra coisa" }, new Set(["1"]))).toEqual({
      text: "outra coisa",
      sentAs: null,
    });
    expect(confirmDraft(draft, new Set(["9", null]))).toBe(draft);
  });
});

test("rubbish in the storage is no entry", () => {
  expect(readEntry(JSON.stringify(makeEntry("1")))).toEqual(makeEntry("1"));
  for (const rubbish of [null, "", "{", "null", "7", "{}"]) expect(readEntry(rubbish)).toBeUndefined();
});
