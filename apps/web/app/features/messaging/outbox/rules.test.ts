import { SEND_RETRY_MS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import {
  classifyFailure,
  confirmDraft,
  type Entry,
  emptyDraft,
  findAsked,
  findClientId,
  limitEntries,
  listReturned,
  listWaiting,
  readEntry,
  restoreTexts,
  retryDelay,
  returnEntries,
  secondsToWait,
} from "./rules.ts";

const NOW = 1_000_000;

const makeEntry = (clientId: string, change: Partial<Entry> = {}): Entry => ({
  clientId,
  withId: "ana",
  text: `texto ${clientId}`,
  at: NOW,
  triedAt: NOW,
  state: "waiting",
  failure: null,
  isAnnounced: false,
  ...change,
});

test("waiting messages of a conversation are listed in the order in which they were written", () => {
  const entries = [
    makeEntry("2"),
    makeEntry("3", { withId: "bia" }),
    makeEntry("1"),
    makeEntry("0", { state: "returned" }),
  ];
  expect(listWaiting(entries, "ana").map(({ clientId }) => clientId)).toEqual(["1", "2"]);
  expect(listReturned(entries, "ana").map(({ clientId }) => clientId)).toEqual(["0"]);
});

describe("a failed try to send a message", () => {
  test.each([
    "UPGRADE_REQUIRED",
    "PEER_UNAVAILABLE",
    "TOO_MANY_NEW_CONVERSATIONS",
    "NOT_FOUND",
    "MESSAGE_CHANGED",
  ] as const)("[K4.02] is a refusal: %s", (code) => {
    expect(classifyFailure(makeEntry("1"), { code, retryAfterMs: 0 }, NOW)).toBe("refused");
  });

  test.each(["NETWORK_ERROR", "SERVICE_BUSY", "SERVICE_UNAVAILABLE", "SERVER_ERROR", "AUTH_SESSION_EXPIRED"] as const)(
    "is no refusal and is repeated for two minutes from the first try: %s",
    (code) => {
      expect(classifyFailure(makeEntry("1"), { code, retryAfterMs: 0 }, NOW + SEND_RETRY_MS - 1)).toBe("again");
      expect(classifyFailure(makeEntry("1"), { code, retryAfterMs: 0 }, NOW + SEND_RETRY_MS)).toBe("expired");
    },
  );

  test("is a limit that ends soon, or a refusal where it lasts beyond the two minutes", () => {
    const limit = (retryAfterMs: number, now = NOW) =>
      classifyFailure(makeEntry("1"), { code: "RATE_LIMIT_EXCEEDED", retryAfterMs }, now);
    expect([limit(1_000), limit(SEND_RETRY_MS - 1), limit(SEND_RETRY_MS)]).toEqual(["limited", "limited", "refused"]);
    expect([limit(1_000, NOW + SEND_RETRY_MS - 1_001), limit(1_000, NOW + SEND_RETRY_MS - 1_000)]).toEqual([
      "limited",
      "refused",
    ]);
  });

  test("is repeated after a longer pause each time, up to 15 seconds, and not before the server says", () => {
    const delays = [1, 2, 3, 4, 5, 50].map((failures) => retryDelay(failures));
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect([retryDelay(1, 7_000), retryDelay(4, 7_000), retryDelay(5, 20_000)]).toEqual([7_000, 8_000, 20_000]);
  });

  test("returns the later messages too, and is announced once", () => {
    const returnedEntries = returnEntries([makeEntry("1"), makeEntry("2")], "RATE_LIMIT_EXCEEDED");
    expect(returnedEntries.map(({ state, isAnnounced }) => [state, isAnnounced])).toEqual([
      ["returned", false],
      ["returned", true],
    ]);
  });
});

describe("a text that came back to the composer", () => {
  const lostEntry = makeEntry("1", { state: "returned" });

  test("is put before the text that was typed since", () => {
    const draft = restoreTexts({ text: "mais isto", sentAs: null }, [lostEntry, makeEntry("2", { state: "returned" })]);
    expect(draft.text).toBe("texto 1\ntexto 2\nmais isto");
  });

  test("keeps its first id when it may have arrived and is sent unchanged, and gets a new one otherwise", () => {
    const draft = restoreTexts(emptyDraft, [lostEntry]);
    expect(findClientId({ ...draft, text: " texto 1 " })).toBe("1");
    expect(findClientId({ ...draft, text: "texto 1!" })).toBeUndefined();
  });

  test("gets a new id when the server refused it or it was never sent", () => {
    expect(findClientId(restoreTexts(emptyDraft, [{ ...lostEntry, failure: "RATE_LIMIT_EXCEEDED" }]))).toBeUndefined();
    expect(findClientId(restoreTexts(emptyDraft, [{ ...lostEntry, triedAt: null }]))).toBeUndefined();
  });

  test("[K4.13] replies to what it replied to before, and has its first id only with that", () => {
    const quote = { id: "q1", seq: 1, isMine: false, text: "e aí?" };
    const draft = restoreTexts(emptyDraft, [{ ...lostEntry, replyTo: quote }]);
    expect(draft.replyTo).toEqual(quote);
    expect(findClientId(draft)).toBe("1");
    expect(findClientId({ ...draft, replyTo: undefined })).toBeUndefined();
    expect(findClientId({ ...restoreTexts(emptyDraft, [lostEntry]), replyTo: quote })).toBeUndefined();
    // A quote that the member chose meanwhile stays, unless the returned message had one.
    expect(restoreTexts({ ...emptyDraft, replyTo: quote }, [lostEntry]).replyTo).toEqual(quote);
  });

  test("[K4.13] loses the quote when the quoted message is gone, so that it can be sent without", () => {
    const quote = { id: "q1", seq: 1, isMine: false, text: "e aí?" };
    const draft = restoreTexts(emptyDraft, [{ ...lostEntry, replyTo: quote, failure: "REPLY_GONE" }]);
    expect(draft).toEqual({ text: "texto 1", sentAs: null, replyTo: undefined });
  });

  test("[T64] is asked about until it is changed, and keeps its id when it is confirmed as it was", () => {
    const quote = { id: "q1", seq: 1, isMine: false, text: "e aí?" };
    const [askedEntry] = returnEntries([{ ...lostEntry, replyTo: quote }], "MESSAGE_NEEDS_CONFIRMATION", ["phone"]);
    const draft = restoreTexts(emptyDraft, askedEntry ? [askedEntry] : []);
    expect([findAsked(draft), findClientId(draft), draft.replyTo]).toEqual([["phone"], "1", quote]);
    const changedDraft = { ...draft, text: "texto sem número" };
    expect([findAsked(changedDraft), findClientId(changedDraft)]).toEqual([undefined, undefined]);
    expect(findAsked(restoreTexts(emptyDraft, [lostEntry]))).toBeUndefined();
  });

  test("[T64] is asked about as a whole when later messages came back behind it, under a new id", () => {
    const behind = makeEntry("2", { state: "returned" });
    const returnedEntries = returnEntries([lostEntry, behind], "MESSAGE_NEEDS_CONFIRMATION", ["phone"]);
    const draft = restoreTexts(emptyDraft, returnedEntries);
    expect(draft.text).toBe("texto 1\ntexto 2");
    expect([findAsked(draft), findClientId(draft)]).toEqual([["phone"], undefined]);
  });

  test("leaves the draft again when a late acknowledgement arrives, unless it was changed", () => {
    const draft = restoreTexts(emptyDraft, [lostEntry]);
    expect(confirmDraft(draft, new Set(["1"]))).toEqual(emptyDraft);
    expect(confirmDraft({ ...draft, text: "outra coisa" }, new Set(["1"]))).toEqual({
      text: "outra coisa",
      sentAs: null,
    });
    expect(confirmDraft(draft, new Set(["9", null]))).toBe(draft);
  });
});

test("an invalid text in the storage is not an entry", () => {
  expect(readEntry(JSON.stringify(makeEntry("1")))).toEqual(makeEntry("1"));
  for (const rubbish of [null, "", "{", "null", "7", "{}"]) expect(readEntry(rubbish)).toBeUndefined();
});

test("[TB.11] messages that a limit holds up say in how many seconds the next one goes, and at least one", () => {
  const heldEntries = limitEntries([makeEntry("1"), makeEntry("2")], NOW + 2_400);
  expect([0, 400, 1_400, 2_400, 9_000].map((passedMs) => secondsToWait(heldEntries, NOW + passedMs))).toEqual([
    3, 2, 1, 1, 1,
  ]);
  expect(secondsToWait([makeEntry("1")], NOW)).toBeUndefined();
  expect(secondsToWait([makeEntry("1"), ...heldEntries], NOW)).toBe(3);
});
