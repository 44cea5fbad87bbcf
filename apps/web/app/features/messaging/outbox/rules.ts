import type { ErrorCode } from "@caramelo/contract/call/errors";
import { SEND_RETRY_MS } from "@caramelo/contract/limits";
import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import type { Quote } from "../types.ts";

/** A message on its way to the server. */
export type Entry = {
  clientId: string;
  withId: string;
  text: string;
  /** The message that it replies to. */
  replyTo?: Quote | undefined;
  /** When it was written, in milliseconds. */
  at: number;
  /** When it was first sent; null until then. */
  triedAt: number | null;
  /** The member was asked whether they mean what looks like a fraud, and does. */
  isConfirmed?: boolean | undefined;
  /** What the server asks the member to confirm, when that is why it came back. */
  warnings?: MessageWarning[] | undefined;
  /** The member wrote faster than the server takes messages, which goes on at this time. */
  limitedUntil?: number;
  /** `returned`: it did not get through, and its text waits for the composer. */
  state: "waiting" | "returned";
  /** Why it came back: the server's refusal; null when no answer came. */
  failure: ErrorCode | null;
  /** A toast has told the member that it came back. */
  isAnnounced: boolean;
};

type Question = { text: string; warnings: MessageWarning[] };

/** What a draft keeps of a text that came back: sent unchanged, it keeps its first id, so it is never stored twice. */
export type SentText = { clientId: string; text: string; replyToId?: string | undefined };
/** `replyTo`: the message that the text replies to; `asked`: what the member has to confirm before this very text is sent. */
export type Draft = {
  text: string;
  sentAs: SentText | null;
  replyTo?: Quote | undefined;
  asked?: Question | undefined;
};

export const emptyDraft: Draft = { text: "", sentAs: null };

const inOrder = (a: Entry, b: Entry) => (a.clientId < b.clientId ? -1 : 1);

export function listWaiting(entries: Entry[], withId: string): Entry[] {
  return entries.filter((entry) => entry.withId === withId && entry.state === "waiting").sort(inOrder);
}

export function listReturned(entries: Entry[], withId: string): Entry[] {
  return entries.filter((entry) => entry.withId === withId && entry.state === "returned").sort(inOrder);
}

// None of these codes is about the message: the server failed, nothing answered, or the member must sign in first.
const NO_ANSWER: ErrorCode[] = [
  "NETWORK_ERROR",
  "SERVICE_BUSY",
  "SERVICE_UNAVAILABLE",
  "SERVER_ERROR",
  "UNKNOWN_ERROR",
];
const NO_SESSION: ErrorCode[] = ["AUTH_NO_SESSION", "AUTH_SESSION_EXPIRED"];

/** Why a try failed, and how long the server asks to wait; 0 when it does not say. */
export type SendFailure = { code: ErrorCode; retryAfterMs: number; warnings?: MessageWarning[] };
type FailureKind = "refused" | "limited" | "again" | "expired";

/**
 * What a failed try means: the server refused it, it takes it a little later, it may be tried again, or two minutes have
 * passed.
 */
export function classifyFailure(entry: Entry, { code, retryAfterMs }: SendFailure, now: number): FailureKind {
  if (code === "RATE_LIMIT_EXCEEDED" && !isExpired(entry, now + retryAfterMs)) return "limited";
  const isRefused = ![...NO_ANSWER, ...NO_SESSION].includes(code);
  if (isRefused) return "refused";
  return isExpired(entry, now) ? "expired" : "again";
}

export function isExpired(entry: Entry, now: number): boolean {
  return entry.triedAt !== null && now - entry.triedAt >= SEND_RETRY_MS;
}

/**
 * Milliseconds before the next try, after so many failures in a row: doubles from 1 s, at most 15 s, and never less than
 * the server asks for.
 */
export function retryDelay(failures: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, Math.min(15_000, 1_000 * 2 ** (failures - 1)));
}

/** The messages of a conversation that wait because of the limit: the first one, and those behind it. */
export function limitEntries(waitingEntries: Entry[], limitedUntil: number): Entry[] {
  return waitingEntries.map((entry) => ({ ...entry, limitedUntil }));
}

/** In how many whole seconds the server takes the next message; undefined when no limit is in the way. */
export function secondsToWait(waitingEntries: Entry[], now: number): number | undefined {
  const [until] = waitingEntries.flatMap((entry) => entry.limitedUntil ?? []);
  return until === undefined ? undefined : Math.max(1, Math.ceil((until - now) / 1_000));
}

/**
 * The first of a conversation's waiting messages did not get through. It comes back together with those behind it,
 * because a later message must not arrive without the earlier one. One toast is enough for all of them.
 */
export function returnEntries(
  waitingEntries: Entry[],
  failure: ErrorCode | null,
  warnings?: MessageWarning[],
): Entry[] {
  return waitingEntries.map((entry, at) => ({ ...entry, state: "returned", failure, warnings, isAnnounced: at > 0 }));
}

/**
 * The composer's text after messages came back: their texts stand before what was typed since. It replies to what the first
 * of them replied to, unless that is why it came back.
 */
export function restoreTexts(draft: Draft, returnedEntries: Entry[]): Draft {
  const [first] = returnedEntries;
  if (!first) return draft;
  const text = [...returnedEntries.map((entry) => entry.text), draft.text].filter(Boolean).join("\n");
  // A text that is only asked about keeps its id as well.
  const question = first.warnings && { text, warnings: first.warnings };
  const mayHaveArrived = (first.failure === null && first.triedAt !== null) || question !== undefined;
  const sentAs = { clientId: first.clientId, text: first.text, replyToId: first.replyTo?.id };
  const replyTo = first.failure === "REPLY_GONE" ? undefined : (first.replyTo ?? draft.replyTo);
  return { text, sentAs: mayHaveArrived ? sentAs : draft.sentAs, replyTo, asked: question };
}

/** What has to be confirmed before the draft is sent; nothing once its text was changed. */
export function findAsked({ asked, text }: Draft): MessageWarning[] | undefined {
  return asked?.text === text ? asked.warnings : undefined;
}

/** The id for the message that is sent from a draft: the first one if text and quote are those that were sent under it. */
export function findClientId({ text, sentAs, replyTo }: Draft): string | undefined {
  return sentAs && text.trim() === sentAs.text && replyTo?.id === sentAs.replyToId ? sentAs.clientId : undefined;
}

/** After a late acknowledgement the text that came back leaves the draft again, unless it was changed. */
export function confirmDraft(draft: Draft, clientIds: ReadonlySet<string | null>): Draft {
  if (!draft.sentAs || !clientIds.has(draft.sentAs.clientId)) return draft;
  return findClientId(draft) ? emptyDraft : { ...draft, sentAs: null };
}

/** The entry in a stored text; undefined for any other text. */
export function readEntry(storedText: string | null): Entry | undefined {
  try {
    const entry: Partial<Entry> | null = JSON.parse(storedText ?? "null");
    // Only this product writes under these keys, so it is enough to check the two keys without which nothing works.
    return typeof entry?.clientId === "string" && typeof entry.text === "string" ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}
