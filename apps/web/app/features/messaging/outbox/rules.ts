import type { ErrorCode } from "@caramelo/contract/call/errors";
import { SEND_RETRY_MS } from "@caramelo/contract/limits";
import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import type { Quote } from "../types.ts";

/** A message that the server has not stored yet. */
export type Entry = {
  clientId: string;
  withId: string;
  text: string;
  /** The message to which this one replies. */
  replyTo?: Quote | undefined;
  /** When the message was written, in ms since 1970. */
  at: number;
  /** When sending was first attempted, in ms since 1970; null before that. */
  triedAt: number | null;
  /** The member confirmed a message that looks like a fraud. */
  isConfirmed?: boolean | undefined;
  /** What the member must confirm, if the message was returned for that reason. */
  warnings?: MessageWarning[] | undefined;
  /** Set when the member wrote faster than the server allows: the time from which the server takes messages again. */
  limitedUntil?: number;
  /** `returned`: the message could not be sent, and its text will go back into the composer. */
  state: "waiting" | "returned";
  /** Why the message was returned: the server's refusal; null when no answer came. */
  failure: ErrorCode | null;
  /** A toast has announced the returned message. */
  isAnnounced: boolean;
};

type Question = { text: string; warnings: MessageWarning[] };

/** A returned text in a draft. Sent unchanged it keeps its first id, so that it is never stored twice. */
export type SentText = { clientId: string; text: string; replyToId?: string | undefined };
/** `replyTo`: the quoted message. `asked`: what the member must confirm before exactly this text is sent. */
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

// These codes do not refuse the message itself: the server failed, did not answer, or requires a sign-in first.
const NO_ANSWER: ErrorCode[] = [
  "NETWORK_ERROR",
  "SERVICE_BUSY",
  "SERVICE_UNAVAILABLE",
  "SERVER_ERROR",
  "UNKNOWN_ERROR",
];
const NO_SESSION: ErrorCode[] = ["AUTH_NO_SESSION", "AUTH_SESSION_EXPIRED"];

/** Why an attempt failed, and the server's retry delay; 0 if it gave none. */
export type SendFailure = { code: ErrorCode; retryAfterMs: number; warnings?: MessageWarning[] };
type FailureKind = "refused" | "limited" | "again" | "expired";

/** Classifies a failed attempt: refused, rate-limited, retryable, or expired after two minutes. */
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
 * Milliseconds before the next attempt after this many failures in a row: doubles from 1 s to at most 15 s, but not
 * less than the server asks for.
 */
export function retryDelay(failures: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, Math.min(15_000, 1_000 * 2 ** (failures - 1)));
}

/** Marks the waiting messages of a conversation as limited: the first one, and those after it. */
export function limitEntries(waitingEntries: Entry[], limitedUntil: number): Entry[] {
  return waitingEntries.map((entry) => ({ ...entry, limitedUntil }));
}

/** Whole seconds until the server takes the next message; undefined when no limit applies. */
export function secondsToWait(waitingEntries: Entry[], now: number): number | undefined {
  const [until] = waitingEntries.flatMap((entry) => entry.limitedUntil ?? []);
  return until === undefined ? undefined : Math.max(1, Math.ceil((until - now) / 1_000));
}

/**
 * Returns all waiting messages of a conversation whose first one could not be sent, because a later message must not
 * arrive without an earlier one. One toast covers them all.
 */
export function returnEntries(
  waitingEntries: Entry[],
  failure: ErrorCode | null,
  warnings?: MessageWarning[],
): Entry[] {
  return waitingEntries.map((entry, at) => ({ ...entry, state: "returned", failure, warnings, isAnnounced: at > 0 }));
}

/**
 * The draft after messages were returned: their texts come before newer text. It replies to what the first one replied
 * to, unless that reply caused the refusal.
 */
export function restoreTexts(draft: Draft, returnedEntries: Entry[]): Draft {
  const [first] = returnedEntries;
  if (!first) return draft;
  const text = [...returnedEntries.map((entry) => entry.text), draft.text].filter(Boolean).join("\n");
  // A text that only needs a confirmation keeps its id, too.
  const question = first.warnings && { text, warnings: first.warnings };
  const mayHaveArrived = (first.failure === null && first.triedAt !== null) || question !== undefined;
  const sentAs = { clientId: first.clientId, text: first.text, replyToId: first.replyTo?.id };
  const replyTo = first.failure === "REPLY_GONE" ? undefined : (first.replyTo ?? draft.replyTo);
  return { text, sentAs: mayHaveArrived ? sentAs : draft.sentAs, replyTo, asked: question };
}

/** What must be confirmed before the draft is sent; undefined after its text was changed. */
export function findAsked({ asked: askedQuestion, text }: Draft): MessageWarning[] | undefined {
  return askedQuestion?.text === text ? askedQuestion.warnings : undefined;
}

/** The client id for sending a draft: the former id if text and quote are unchanged. */
export function findClientId({ text, sentAs, replyTo }: Draft): string | undefined {
  return sentAs && text.trim() === sentAs.text && replyTo?.id === sentAs.replyToId ? sentAs.clientId : undefined;
}

/** Removes a returned text from the draft when its message turns out to be stored, unless the member changed it. */
export function confirmDraft(draft: Draft, clientIds: ReadonlySet<string | null>): Draft {
  if (!draft.sentAs || !clientIds.has(draft.sentAs.clientId)) return draft;
  return findClientId(draft) ? emptyDraft : { ...draft, sentAs: null };
}

/** Parses a stored entry; undefined for any other text. */
export function readEntry(storedText: string | null): Entry | undefined {
  try {
    const entry: Partial<Entry> | null = JSON.parse(storedText ?? "null");
    // Only this product writes these keys, so checking the two required fields is enough.
    return typeof entry?.clientId === "string" && typeof entry.text === "string" ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}
