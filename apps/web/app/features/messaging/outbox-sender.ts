import type { ErrorCode } from "@caramelo/contract/errors";
import { type Entry, giveBack, isExpired, judgeFailure, listWaiting, retryDelay } from "./outbox-rules.ts";
import type { Message } from "./types.ts";

type Ground = {
  list: () => Entry[];
  change: (entry: Entry) => void;
  /** Stores a message on the server; throws without an answer or with a refusal. */
  send: (entry: Entry) => Promise<Message>;
  codeOf: (error: unknown) => ErrorCode;
  /** The server has it: show it as sent, forget the entry. */
  settle: (entry: Entry, message: Message) => void;
  /** The server refused one of this conversation. */
  tellRefused: (withId: string, code: ErrorCode) => void;
  now: () => number;
  /** Resolves after so long, or earlier when the network may be back. */
  wait: (ms: number) => Promise<void>;
  /** Runs alone among all tabs. */
  alone: (name: string, work: () => Promise<void>) => Promise<void>;
  hasEnded: () => boolean;
};

/** Sends what waits: within a conversation one at a time and in order, conversations beside each other. */
export function openSender(ground: Ground) {
  const busy = new Set<string>();

  function returnAll(withId: string, failure: ErrorCode | null) {
    for (const entry of giveBack(listWaiting(ground.list(), withId), failure)) ground.change(entry);
    if (failure) ground.tellRefused(withId, failure);
  }
  /** True when the next one may go at once. */
  async function trySending(entry: Entry): Promise<boolean> {
    const tried = { ...entry, triedAt: entry.triedAt ?? ground.now() };
    if (entry.triedAt === null) ground.change(tried);
    try {
      ground.settle(tried, await ground.send(tried));
      return true;
    } catch (error) {
      const code = ground.codeOf(error);
      const verdict = judgeFailure(tried, code, ground.now());
      if (verdict === "again" || ground.hasEnded()) return false;
      returnAll(entry.withId, verdict === "refused" ? code : null);
      return true;
    }
  }
  async function drain(withId: string): Promise<void> {
    let failures = 0;
    while (!ground.hasEnded()) {
      const [head] = listWaiting(ground.list(), withId);
      if (!head) return;
      // Left over from a browser that was closed: it was tried, and its time is over.
      if (isExpired(head, ground.now())) returnAll(withId, null);
      else if (await trySending(head)) failures = 0;
      else {
        failures += 1;
        await ground.wait(retryDelay(failures));
      }
    }
  }
  async function work(withId: string): Promise<void> {
    busy.add(withId);
    try {
      await ground.alone(withId, () => drain(withId));
    } finally {
      busy.delete(withId);
    }
    pump();
  }
  /** Starts what waits and is not under way in this tab. */
  function pump(): void {
    if (ground.hasEnded()) return;
    const waiting = new Set(ground.list().flatMap(({ state, withId }) => (state === "waiting" ? [withId] : [])));
    for (const withId of waiting) if (!busy.has(withId)) void work(withId);
  }
  return { pump };
}
