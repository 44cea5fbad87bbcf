import { SLOWED_AFTER_CONTACTS, SLOWED_AFTER_FRAUDS, SLOWED_WINDOW_DAYS } from "@caramelo/contract/limits";
import { CONTACT_WARNINGS, type MessageWarning } from "@caramelo/contract/messaging/warnings";

const DAY_MS = 86_400_000;

/** A stranger to whom a member wrote messages with warnings, and all warnings of these messages. */
export type WarnedPair = { recipientId: string; warnings: MessageWarning[] };

/**
 * Contacts alone are usual between people who like each other, so many more recipients are needed than for other
 * warnings.
 */
export function isSlowedFor(pairs: readonly WarnedPair[]): boolean {
  const frauds = pairs.filter(({ warnings }) => warnings.some((warning) => !CONTACT_WARNINGS.includes(warning)));
  return frauds.length >= SLOWED_AFTER_FRAUDS || pairs.length >= SLOWED_AFTER_CONTACTS;
}

/** The moment from which messages count: SLOWED_WINDOW_DAYS ago, or later, when staff lifted the last slowing. */
export function countsSince(liftedAt: Date | null, now: Date): Date {
  return new Date(Math.max(now.getTime() - SLOWED_WINDOW_DAYS * DAY_MS, liftedAt?.getTime() ?? 0));
}
