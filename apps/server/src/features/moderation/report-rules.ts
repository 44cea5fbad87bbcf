import { type ReportReason, reportReasons } from "@caramelo/contract/moderation/report-reasons";

/** Reasons that may hide something before staff have looked. */
export function mayHide(reason: ReportReason): boolean {
  return reason === "underage" || reason === "inappropriate_photos";
}

/**
 * Only the reason `other` has details. Staff read details in place of the reason's words, so with another reason they
 * would hide it.
 */
export function detailsToStore(reason: ReportReason, details: string | undefined): string | null {
  return reason === "other" && details !== undefined ? `${reportReasons.other}: ${details}` : null;
}

/** The severity of a reason: 3 for minors, 0 for what only words explain. The queue begins with the gravest. */
const SEVERITIES: Record<ReportReason, 0 | 1 | 2 | 3> = {
  underage: 3,
  inappropriate_photos: 2,
  harassment: 2,
  fake_profile: 1,
  inappropriate_behavior: 1,
  spam_or_scam: 1,
  other: 0,
};

export function severityOf(reason: ReportReason): number {
  return SEVERITIES[reason];
}

/** The severity of a case that the rules opened because of messages that look like fraud. */
export const FLAGGED_SEVERITY = 1;

type ReportedMember = { isAgeAssured: boolean; isHidden: boolean };

/**
 * Whether a report hides the whole profile until staff have looked: not when the age is assured or the profile is
 * hidden already.
 */
export function hidesProfile(reason: ReportReason, { isAgeAssured, isHidden }: ReportedMember): boolean {
  return reason === "underage" && !isAgeAssured && !isHidden;
}

/** Accounts that were made within an hour of each other may be one person's. */
export const SAME_HAND_MS = 3_600_000;

const FRESH_MS = 86_400_000;

/** Whether an account is too young to hide a member alone. */
export const isFresh = (joinedAt: Date, now: Date): boolean => now.getTime() - joinedAt.getTime() < FRESH_MS;

export type Reporter = { id: string; joinedAt: Date };

/**
 * Two reporters of one photo or profile who seem independent: they do not know each other, and did not join within the
 * same hour. Undefined when there are none. `areAcquainted` says whether one of two members wrote to or favourited the
 * other.
 */
export function findUnrelatedPair(
  reporters: readonly Reporter[],
  areAcquainted: (memberId: string, otherId: string) => boolean,
): [Reporter, Reporter] | undefined {
  for (const [at, reporter] of reporters.entries()) {
    for (const otherReporter of reporters.slice(at + 1)) {
      const isSameHand = Math.abs(reporter.joinedAt.getTime() - otherReporter.joinedAt.getTime()) < SAME_HAND_MS;
      if (!isSameHand && !areAcquainted(reporter.id, otherReporter.id)) return [reporter, otherReporter];
    }
  }
  return undefined;
}

type ReporterRecord = { closed: number; dismissed: number };

/**
 * Whether staff dismissed at least three cases that a member reported, and four fifths of those they have closed. The
 * reports of such a member hide nothing.
 */
export function isSerialFalse(record: ReporterRecord | undefined): boolean {
  const { closed: closedCount, dismissed } = record ?? { closed: 0, dismissed: 0 };
  return dismissed >= 3 && dismissed * 5 >= closedCount * 4;
}
