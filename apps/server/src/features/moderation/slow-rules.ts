import { SLOWED_AFTER_CONTACTS, SLOWED_AFTER_FRAUDS, SLOWED_WINDOW_DAYS } from "@caramelo/contract/limits";
import { CONTACT_WARNINGS, type MessageWarning } from "@caramelo/contract/messaging/warnings";

const DAY_MS = 86_400_000;

/** Strangers to whom a member wrote messages that were warned of, each with everything that the rules noticed. */
export type WarnedPair = { recipientId: string; warnings: MessageWarning[] };

/** A phone number alone is usual between people who like each other, so it takes many strangers more. */
export function isSlowedFor(pairs: readonly WarnedPair[]): boolean {
  const frauds = pairs.filter(({ warnings }) => warnings.some((warning) => !CONTACT_WARNINGS.includes(warning)));
  return frauds.length >= SLOWED_AFTER_FRAUDS || pairs.length >= SLOWED_AFTER_CONTACTS;
}

/** From when on messages count: a week, or since staff last said that all is well. */
export function countsSince(liftedAt: Date | null, now: Date): Date {
  return new Date(Math.max(now.getTime() - SLOWED_WINDOW_DAYS * DAY_MS, liftedAt?.getTime() ?? 0));
}
