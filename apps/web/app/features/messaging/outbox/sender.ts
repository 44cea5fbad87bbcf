import type { ErrorCode } from "@caramelo/contract/call/errors";
import type { Message } from "../types.ts";
import {
  classifyFailure,
  type Entry,
  isExpired,
  limitEntries,
  listWaiting,
  retryDelay,
  returnEntries,
  type SendFailure,
} from "./rules.ts";

type Deps = {
  list: () => Entry[];
  change: (entry: Entry) => void;
  /** Stores a message on the server. Throws when no answer comes or the server refuses the message. */
  send: (entry: Entry) => Promise<Message>;
  readFailure: (error: unknown) => SendFailure;
  /** Called when the server has stored the message: shows it as sent and removes the entry. */
  finish: (entry: Entry, message: Message) => void;
  /** The server refused a message of this conversation. */
  onRefused: (withId: string, code: ErrorCode) => void;
  now: () => number;
  /** Resolves after `ms` milliseconds, or earlier when the network may be back. */
  wait: (ms: number) => Promise<void>;
  /** Runs the work in one tab at a time. */
  runAlone: (name: string, work: () => Promise<void>) => Promise<void>;
  hasEnded: () => boolean;
};

/** Sends waiting messages: in order within a conversation, in parallel across conversations. */
export function openSender(deps: Deps) {
  const busy = new Set<string>();

  function returnAll(withId: string, failure: ErrorCode | null, warnings?: SendFailure["warnings"]) {
    for (const entry of returnEntries(listWaiting(deps.list(), withId), failure, warnings)) deps.change(entry);
    if (failure) deps.onRefused(withId, failure);
  }
  /** Returns the messages, or waits until sending can be tried again. Resolves to the number of failures in a row. */
  async function handleFailure(triedEntry: Entry, failures: number, failure: SendFailure): Promise<number> {
    const { withId } = triedEntry;
    const kind = classifyFailure(triedEntry, failure, deps.now());
    if (deps.hasEnded()) return failures;
    if (kind === "refused" || kind === "expired") {
      returnAll(withId, kind === "refused" ? failure.code : null, failure.warnings);
      return 0;
    }
    // A member who writes fast reaches the limit repeatedly; that must not lengthen the pauses.
    const failureCount = kind === "limited" ? 1 : failures + 1;
    const delay = retryDelay(failureCount, failure.retryAfterMs);
    const limitedEntries = kind === "limited" ? limitEntries(listWaiting(deps.list(), withId), deps.now() + delay) : [];
    for (const entry of limitedEntries) deps.change(entry);
    await deps.wait(delay);
    return failureCount;
  }
  /** Tries to send one message. Resolves to the number of failures in a row when the next one may be sent. */
  async function trySending(entry: Entry, failures: number): Promise<number> {
    const triedEntry = { ...entry, triedAt: entry.triedAt ?? deps.now() };
    if (entry.triedAt === null) deps.change(triedEntry);
    try {
      deps.finish(triedEntry, await deps.send(triedEntry));
      return 0;
    } catch (error) {
      return handleFailure(triedEntry, failures, deps.readFailure(error));
    }
  }
  async function drain(withId: string): Promise<void> {
    let failures = 0;
    while (!deps.hasEnded()) {
      const [head] = listWaiting(deps.list(), withId);
      if (!head) return;
      // The entry was tried before the browser was closed, and its two minutes have passed.
      if (isExpired(head, deps.now())) returnAll(withId, null);
      else failures = await trySending(head, failures);
    }
  }
  async function work(withId: string): Promise<void> {
    busy.add(withId);
    try {
      await deps.runAlone(withId, () => drain(withId));
    } finally {
      busy.delete(withId);
    }
    pump();
  }
  /** Starts sending in each conversation with waiting messages, unless this tab already sends there. */
  function pump(): void {
    if (deps.hasEnded()) return;
    const waitingPeers = new Set(deps.list().flatMap(({ state, withId }) => (state === "waiting" ? [withId] : [])));
    for (const withId of waitingPeers) if (!busy.has(withId)) void work(withId);
  }
  return { pump };
}
