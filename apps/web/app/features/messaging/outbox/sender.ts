import type { ErrorCode } from "@caramelo/contract/errors";
import type { Message } from "../types.ts";
import { classifyFailure, type Entry, isExpired, listWaiting, retryDelay, returnEntries } from "./rules.ts";

type Deps = {
  list: () => Entry[];
  change: (entry: Entry) => void;
  /** Stores a message on the server. Throws when no answer comes, or a refusal. */
  send: (entry: Entry) => Promise<Message>;
  codeOf: (error: unknown) => ErrorCode;
  /** The server has stored it: shows it as sent and removes the entry. */
  finish: (entry: Entry, message: Message) => void;
  /** The server refused a message of this conversation. */
  onRefused: (withId: string, code: ErrorCode) => void;
  now: () => number;
  /** Resolves after `ms`, or earlier when the network may be back. */
  wait: (ms: number) => Promise<void>;
  /** Runs the work in one tab at a time. */
  runAlone: (name: string, work: () => Promise<void>) => Promise<void>;
  hasEnded: () => boolean;
};

/** Sends waiting messages: those of one conversation one by one and in order, several conversations at a time. */
export function openSender(deps: Deps) {
  const busy = new Set<string>();

  function returnAll(withId: string, failure: ErrorCode | null) {
    for (const entry of returnEntries(listWaiting(deps.list(), withId), failure)) deps.change(entry);
    if (failure) deps.onRefused(withId, failure);
  }
  /** True when the next one may go at once. */
  async function trySending(entry: Entry): Promise<boolean> {
    const tried = { ...entry, triedAt: entry.triedAt ?? deps.now() };
    if (entry.triedAt === null) deps.change(tried);
    try {
      deps.finish(tried, await deps.send(tried));
      return true;
    } catch (error) {
      const code = deps.codeOf(error);
      const outcome = classifyFailure(tried, code, deps.now());
      if (outcome === "again" || deps.hasEnded()) return false;
      returnAll(entry.withId, outcome === "refused" ? code : null);
      return true;
    }
  }
  async function drain(withId: string): Promise<void> {
    let failures = 0;
    while (!deps.hasEnded()) {
      const [head] = listWaiting(deps.list(), withId);
      if (!head) return;
      // An entry of a browser that was closed meanwhile: it was tried, and its time is over.
      if (isExpired(head, deps.now())) returnAll(withId, null);
      else if (await trySending(head)) failures = 0;
      else {
        failures += 1;
        await deps.wait(retryDelay(failures));
      }
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
  /** Starts each conversation with waiting messages that this tab is not already sending. */
  function pump(): void {
    if (deps.hasEnded()) return;
    const waiting = new Set(deps.list().flatMap(({ state, withId }) => (state === "waiting" ? [withId] : [])));
    for (const withId of waiting) if (!busy.has(withId)) void work(withId);
  }
  return { pump };
}
