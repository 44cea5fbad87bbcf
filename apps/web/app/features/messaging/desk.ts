import { type ErrorCode, errorCatalogue, memberMessages } from "@caramelo/contract/errors";
import { api, isApiError } from "~/platform/api.ts";
import { type LiveNews, openLive } from "~/platform/live.ts";
import { logFailure } from "~/platform/log.ts";
import { queryClient } from "~/platform/query.ts";
import { readSession, refreshSession } from "~/platform/session.ts";
import { showToast } from "~/ui/toast.ts";
import { applyChange, openFollower, showSent, showUnread } from "./cache.ts";
import { makeClientId } from "./make-client-id.ts";
import type { Entry } from "./outbox-rules.ts";
import { openSender } from "./outbox-sender.ts";
import { addEntry, changeEntry, listEntries, removeEntry, watchEntries, wipeOutbox } from "./outbox-store.ts";
import { askRoomAgain, roomOf } from "./queries.ts";
import { openStream, type Stream } from "./stream.ts";
import type { Change, Message } from "./types.ts";
import { noteTyping } from "./typing.ts";

/** An answer that takes longer counts as none; the same id goes again. */
const ANSWER_MS = 20_000;
/** The change of an own message usually comes before the answer to its send. */
const CHANGE_DUE_MS = 1_500;
/** Without a live connection the member still hears of messages, later. */
const POLL_MS = 30_000;

const OWN_WORDS: ErrorCode[] = [
  "UPGRADE_REQUIRED",
  "PEER_UNAVAILABLE",
  "TOO_MANY_NEW_CONVERSATIONS",
  "RATE_LIMIT_EXCEEDED",
];

const refusalText = (code: ErrorCode | null) =>
  code && OWN_WORDS.includes(code) ? errorCatalogue[code].text : memberMessages.sendFailed;

/** Tells once of what came back, in the tab that is looked at. */
function announceReturned(memberId: string): void {
  if (document.visibilityState !== "visible") return;
  const untold = listEntries(memberId).find(({ state, isTold }) => state === "returned" && !isTold);
  if (!untold) return;
  showToast({ type: "error", title: refusalText(untold.failure) });
  // Its change wakes this function again, for the next one.
  changeEntry(memberId, { ...untold, isTold: true });
}

/** Resolves after so long, or as soon as the network or the member comes back. */
function waitForChance(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      document.removeEventListener("visibilitychange", done);
      resolve();
    }
    window.addEventListener("online", done);
    document.addEventListener("visibilitychange", done);
  });
}

function refreshBalance(withId: string): void {
  if (queryClient.getQueryData(roomOf(withId).queryKey)?.balance !== null) void askRoomAgain(withId);
}

function openOutbox(memberId: string, stream: Stream, ending: AbortSignal) {
  const sender = openSender({
    list: () => listEntries(memberId),
    change: (entry) => changeEntry(memberId, entry),
    send: ({ withId, clientId, text }) =>
      api.messaging.send(
        { params: { memberId: withId }, body: { clientId, text } },
        { signal: AbortSignal.any([ending, AbortSignal.timeout(ANSWER_MS)]) },
      ),
    codeOf: (error) => (isApiError(error) ? error.code : "NETWORK_ERROR"),
    settle: ({ withId, clientId }, message: Message) => {
      showSent(withId, message);
      removeEntry(memberId, clientId);
      refreshBalance(withId);
      setTimeout(() => stream.hearPlace(message.seq), CHANGE_DUE_MS);
    },
    tellRefused: (withId) => void askRoomAgain(withId),
    now: Date.now,
    wait: waitForChance,
    alone: (name, work) => runAlone(`caramelo:${memberId}:${name}`, ending, work),
    hasEnded: () => ending.aborted,
  });
  function tend() {
    announceReturned(memberId);
    sender.pump();
  }
  tend();
  document.addEventListener("visibilitychange", tend, { signal: ending });
  ending.addEventListener("abort", watchEntries(tend));
}

/** One tab at a time. Browsers without the lock, and pages without TLS, send without it: the server stores once anyway. */
async function runAlone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  try {
    await navigator.locks.request(name, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

type Desk = {
  memberId: string;
  tellTyping: (withId: string, isTyping: boolean) => void;
  /** Something was changed on the server: without a live connection nobody else would tell. */
  nudge: () => void;
};

let desk: Desk | undefined;

/** The code of pop-ups comes with the first change: no screen waits for it. */
function popUp(change: Change): void {
  const noteFailure = (error: unknown) => logFailure("loading the code of pop-ups", error);
  import("./pop-ups.ts").then(({ hearForPopUps }) => hearForPopUps(change), noteFailure);
}

/** What the live connection tells beside messages is for others to act on. */
export type Ears = {
  hear: (news: Extract<LiveNews, { kind: "notifications" | "changed" }>) => void;
  /** A connection stands; after the first one, anything may have been missed. */
  arrive: (isFirst: boolean) => void;
};

/** Opens the live connection, the stream and the outbox of a member in this tab. Returns how to stop. */
export function openDesk(memberId: string, ears: Ears): () => void {
  const end = new AbortController();
  function apply(change: Change) {
    applyChange(change, follower.findRows);
    popUp(change);
    const { message, withId } = change;
    if (change.type !== "message" || !message) return;
    if (message.clientId) removeEntry(memberId, message.clientId);
    if (!message.isMine) noteTyping(withId, false);
  }
  const stream: Stream = openStream({
    read: (after) => api.messaging.changes({ query: after === undefined ? {} : { after } }),
    apply,
    count: showUnread,
    startOver: () => follower.reconcileAll(),
    noteFailure: (error) => logFailure("reading what changed in the messages", error),
  });
  const follower = openFollower(stream);
  function hear(news: LiveNews) {
    if (news.kind === "change") stream.hear(news.change);
    else if (news.kind === "beat") stream.hearPlace(news.lastSeq);
    else if (news.kind === "typing") noteTyping(news.typing.withId, news.typing.isTyping);
    else ears.hear(news);
    // Whoever went out of sight took unread messages along.
    if (news.kind === "changed" && news.what === "people") void stream.catchUp();
  }
  wipeOutbox(memberId);
  const live = openLive({ onNews: hear, onArrival: ears.arrive, onSessionOver: () => void refreshSession() });
  const nudge = () => {
    if (!live.isOpen() && document.visibilityState === "visible") void stream.catchUp();
  };
  const poll = setInterval(nudge, POLL_MS);
  openOutbox(memberId, stream, end.signal);
  void stream.catchUp();
  desk = { memberId, nudge, tellTyping: (withId, isTyping) => live.tell({ event: "typing", withId, isTyping }) };
  return () => {
    desk = undefined;
    end.abort();
    live.close();
    clearInterval(poll);
    follower.stop();
    const { user, hasExpired } = readSession();
    if (!user && !hasExpired) wipeOutbox();
  };
}

/** Shows a message as being sent, and sends it. The id is that of an earlier try of the same text, or a new one. */
export function post(withId: string, text: string, clientId = makeClientId()): void {
  if (!desk) return;
  const entry: Entry = {
    clientId,
    withId,
    text,
    at: Date.now(),
    triedAt: null,
    state: "waiting",
    failure: null,
    isTold: false,
  };
  addEntry(desk.memberId, entry);
}

export const tellTyping = (withId: string, isTyping: boolean) => desk?.tellTyping(withId, isTyping);
export const nudgeStream = () => desk?.nudge();
