import type { ErrorCode } from "@caramelo/contract/call/errors";
import { TYPING_EVERY_MS } from "@caramelo/contract/limits";
import type { LiveWire } from "@caramelo/contract/live";
import { commonErrors } from "@caramelo/contract/texts/common";
import { messagingErrors, messagingTexts } from "@caramelo/contract/texts/messaging";
import { ApiError, api, isApiError } from "~/platform/api.ts";
import { limitTime } from "~/platform/limit-time.ts";
import { openLive } from "~/platform/live.ts";
import type { LiveEvent } from "~/platform/live-rules.ts";
import { logFailure } from "~/platform/log.ts";
import { makeId } from "~/platform/make-id.ts";
import { refresh } from "~/platform/refresh.ts";
import { readSession, refreshSession } from "~/platform/session.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { openLiveSends } from "./outbox/live-sends.ts";
import {
  addEntry,
  changeEntry,
  clearOutbox,
  listEntries,
  removeEntry,
  subscribeToEntries,
} from "./outbox/outbox-store.ts";
import type { Entry } from "./outbox/rules.ts";
import { openSender } from "./outbox/sender.ts";
import { refetchChat } from "./queries.ts";
import { isChatWith } from "./rules.ts";
import { applyChange, openCacheSync, showSent, showUnread } from "./sync/cache.ts";
import { openStream, type Stream } from "./sync/stream.ts";
import { setTyping } from "./sync/typing-store.ts";
import type { Change, Message, Quote } from "./types.ts";

/** After this time a send request counts as unanswered, and the message is sent again with the same id. */
const ANSWER_MS = 20_000;
/** The change for a sent message usually arrives within this time after the answer. */
const CHANGE_DUE_MS = 1_500;
/** Without a live connection, changes are polled this often. */
const POLL_MS = 30_000;

/** Refusals with a text specific to messaging. */
const REFUSAL_TEXTS: Partial<Record<ErrorCode, string>> = {
  ...messagingErrors,
  RATE_LIMIT_EXCEEDED: commonErrors.RATE_LIMIT_EXCEEDED,
};

const refusalText = (code: ErrorCode | null) => (code && REFUSAL_TEXTS[code]) ?? messagingTexts.sendFailed;

/** The open conversation shows these refusals itself, so a toast would repeat them. */
const SAID_BY_CHAT: readonly (ErrorCode | null)[] = [
  "UPGRADE_REQUIRED",
  "PEER_UNAVAILABLE",
  "AGE_ASSURANCE_REQUIRED",
  "MESSAGE_NEEDS_CONFIRMATION",
];

/** Shows a toast for each conversation with returned messages, in the visible tab. */
function announceReturned(memberId: string): void {
  if (document.visibilityState !== "visible") return;
  const next = listEntries(memberId).find(({ state, isAnnounced }) => state === "returned" && !isAnnounced);
  if (!next) return;
  const isSaid = SAID_BY_CHAT.includes(next.failure) && isChatWith(location, next.withId);
  if (!isSaid) showToast({ type: "error", title: refusalText(next.failure) });
  // Storing this change calls the function again, for the next entry.
  changeEntry(memberId, { ...next, isAnnounced: true });
}

/** Resolves after `ms` milliseconds, or earlier when the network comes back or the tab is shown or hidden. */
function waitForRetry(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    function finish() {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      document.removeEventListener("visibilitychange", finish);
      resolve();
    }
    window.addEventListener("online", finish);
    document.addEventListener("visibilitychange", finish);
  });
}

/** Converts a refusal over the live connection to the error that the HTTP call would throw, with messaging's text. */
function failureOf({ code, retryAfterSeconds, warnings }: LiveWire<"refused">): ApiError {
  return Object.assign(new ApiError(code, refusalText(code), {}, retryAfterSeconds), { warnings });
}

type LiveSends = ReturnType<typeof openLiveSends>;

function openOutbox(memberId: string, stream: Stream, liveSends: LiveSends, end: AbortSignal) {
  const sender = openSender({
    list: () => listEntries(memberId),
    change: (entry) => changeEntry(memberId, entry),
    send: async ({ withId, clientId, text, replyTo, isConfirmed }) => {
      const body = { clientId, text, ...(replyTo && { replyToId: replyTo.id }), ...(isConfirmed && { isConfirmed }) };
      const liveAnswer = liveSends.ask({ withId, ...body });
      const answer = liveAnswer && (await liveAnswer);
      if (answer && "message" in answer) return answer.message;
      // After the session has ended, use the HTTP call: the page handles its refusal.
      if (answer && !answer.refused.code.startsWith("AUTH_")) throw failureOf(answer.refused);
      // The call repeats the client id, so the server does not store a message twice.
      return api.messaging.send({ params: { memberId: withId }, body }, { signal: limitTime(end, ANSWER_MS) });
    },
    readFailure: (error) =>
      isApiError(error)
        ? {
            code: error.code,
            retryAfterMs: error.retryAfter * 1_000,
            ...(error.warnings.length > 0 && { warnings: error.warnings }),
          }
        : { code: "NETWORK_ERROR", retryAfterMs: 0 },
    finish: ({ withId, clientId }, message: Message) => {
      showSent(withId, message);
      removeEntry(memberId, clientId);
      // The message changed the payer's balance, which several screens show.
      if (readSession().user?.balance) refresh("self");
      setTimeout(() => stream.observeSeq(message.seq), CHANGE_DUE_MS);
    },
    onRefused: (withId, code) => {
      // Another device has used up the tokens or conversations that this tab still shows.
      if (code === "UPGRADE_REQUIRED") refresh("self");
      else void refetchChat(withId);
    },
    now: Date.now,
    wait: waitForRetry,
    runAlone: (name, work) => runInOneTab(`caramelo:${memberId}:${name}`, end, work),
    hasEnded: () => end.aborted,
  });
  function process() {
    announceReturned(memberId);
    sender.pump();
  }
  process();
  document.addEventListener("visibilitychange", process, { signal: end });
  end.addEventListener("abort", subscribeToEntries(process));
}

/**
 * Runs the work in one tab at a time. Browsers without Web Locks, and pages without TLS, send from every tab, which is
 * safe, because the server stores a message once.
 */
async function runInOneTab(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  try {
    await navigator.locks.request(name, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

type Typing = Extract<LiveEvent, { kind: "typing" }>["typing"];

type MessagingClient = {
  memberId: string;
  sendTyping: (withId: string, isTyping: boolean) => void;
  /** Call it after a change on the server. A visible tab without a live connection then reads the changes. */
  requestSync: () => void;
  refreshList: () => Promise<void>;
};

let client: MessagingClient | undefined;

/** The pop-up code is loaded with the first change, so that no screen waits for it. */
function popUp(change: Change): void {
  const handleFailure = (error: unknown) => logFailure("loading the code of pop-ups", error);
  import("./pop-ups/pop-ups.ts").then(({ queuePopUp }) => queuePopUp(change), handleFailure);
}

/**
 * Requests the presence of a member who writes or types, because the list may still show them as offline. The code is
 * loaded when needed, so that no screen waits for it.
 */
function askPresence(memberId: string): void {
  const handleFailure = (error: unknown) => logFailure("asking who is here", error);
  import("./list/ask-presence.ts").then((file) => file.askPresence(memberId), handleFailure);
}

/** Other features handle the live events that are not about messages. */
export type LiveListeners = {
  onEvent: (event: Extract<LiveEvent, { kind: "notifications" | "match" | "changed" }>) => void;
  /** Called when a connection opens. Except for the first, events may have been missed before. */
  onConnected: (isFirst: boolean) => void;
};

/**
 * Opens the live connection, the stream and the outbox of a member in this tab. Returns a function that closes them.
 */
export function openMessagingClient(memberId: string, listeners: LiveListeners): () => void {
  const end = new AbortController();
  function apply(change: Change) {
    applyChange(change, sync.loadMissingRows);
    popUp(change);
    const { message, withId } = change;
    if (change.type !== "message" || !message) return;
    if (message.clientId) removeEntry(memberId, message.clientId);
    if (message.isMine) return;
    setTyping(withId, false);
    askPresence(withId);
  }
  const stream: Stream = openStream({
    read: (after) => api.messaging.changes({ query: after === undefined ? {} : { after } }),
    apply,
    showUnread,
    startOver: () => sync.reconcileAll(),
    onFailure: (error) => logFailure("reading what changed in the messages", error),
  });
  const sync = openCacheSync(stream);
  function receiveTyping({ withId, isTyping }: Typing) {
    setTyping(withId, isTyping);
    if (isTyping) askPresence(withId);
  }
  function dispatch(event: LiveEvent) {
    if (event.kind === "change") stream.receive(event.change);
    else if (event.kind === "heartbeat") stream.observeSeq(event.lastSeq);
    else if (event.kind === "typing") receiveTyping(event.typing);
    else if (event.kind === "sent") liveSends.receiveSent(event.message);
    else if (event.kind === "refused") liveSends.receiveRefused(event);
    else listeners.onEvent(event);
    // The unread messages of a member who can no longer be seen disappear, too.
    if (event.kind === "changed" && event.what === "people") void stream.catchUp();
  }
  clearOutbox(memberId);
  const liveSends = openLiveSends({ isOpen: () => live.isOpen(), send: (frame) => live.send(frame) });
  const live = openLive({
    onEvent: dispatch,
    onConnected: listeners.onConnected,
    onSessionOver: () => void refreshSession(),
    onClosed: () => liveSends.giveUp(),
  });
  const requestSync = () => {
    if (!live.isOpen() && document.visibilityState === "visible") void stream.catchUp();
  };
  const poll = setInterval(requestSync, POLL_MS);
  openOutbox(memberId, stream, liveSends, end.signal);
  void stream.catchUp();
  client = {
    memberId,
    requestSync,
    refreshList: sync.refreshList,
    sendTyping: (withId, isTyping) => live.send({ event: "typing", withId, isTyping }),
  };
  return () => {
    client = undefined;
    end.abort();
    live.close();
    clearInterval(poll);
    sync.stop();
    if (!readSession().user) clearOutbox();
  };
}

type Options = { replyTo?: Quote | undefined; clientId?: string | undefined; isConfirmed?: boolean };

/**
 * Shows a message as being sent, and sends it. `clientId`: the id of an earlier attempt. Returns false and does nothing
 * while no member's client is open.
 */
export function sendMessage(
  withId: string,
  text: string,
  { replyTo, clientId = makeId(), isConfirmed }: Options = {},
): boolean {
  if (!client) return false;
  const entry: Entry = {
    clientId,
    withId,
    text,
    replyTo,
    isConfirmed,
    at: Date.now(),
    triedAt: null,
    state: "waiting",
    failure: null,
    isAnnounced: false,
  };
  addEntry(client.memberId, entry);
  return true;
}

/** The server drops typing events faster than `TYPING_EVERY_MS`. The extra time allows for network jitter. */
const TYPING_GAP_MS = TYPING_EVERY_MS + 100;
let typingSentAt = Number.NEGATIVE_INFINITY;
let lateStop: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends that this member types or has stopped. If the previous event is too recent, a stop is delayed and other events
 * are dropped.
 */
export function sendTyping(withId: string, isTyping: boolean): void {
  clearTimeout(lateStop);
  const wait = typingSentAt + TYPING_GAP_MS - performance.now();
  if (wait > 0) {
    if (!isTyping) lateStop = setTimeout(sendTyping, wait, withId, false);
    return;
  }
  typingSentAt = performance.now();
  client?.sendTyping(withId, isTyping);
}
export const requestSync = () => client?.requestSync();
/** Reloads the top of the conversation list. */
export const refreshList = () => client?.refreshList();
