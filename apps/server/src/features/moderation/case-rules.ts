import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { reportReasons } from "@caramelo/contract/moderation/report-reasons";
import type { AboutName } from "@caramelo/contract/texts/about";
import { presentNamed } from "../../base/members/rules.ts";
import type { CaseRow } from "./queries/staff-cases.ts";

/** A case as the office's list shows it. */
export function presentCase(row: CaseRow, noticeCount: number) {
  const { id, status, severity, openedAt, reviewedAt, reviewedBy, reportCount, isHidden, isFlagged } = row;
  return {
    id,
    status,
    severity,
    openedAt,
    reviewedAt,
    reviewedBy,
    reportCount,
    isHidden,
    isFlagged,
    noticeCount,
    reported: presentNamed({ id: row.reportedId, name: row.reportedName, email: row.reportedEmail }),
    reporter:
      row.reporterId === null
        ? null
        : presentNamed({ id: row.reporterId, name: row.reporterName, email: row.reporterEmail }),
    reasons: row.reasons.map(reasonWords),
  };
}

/** Turns the key of a reason into words; a member's own text stays as it is. */
function reasonWords(reason: string): string {
  return reason in reportReasons ? reportReasons[reason as ReportReason] : reason; // `in` has found it among the keys
}

/** The kept words of a profile. A profile text that was introduced after the evidence was kept is missing. */
type Facts = { name: string; bornOn: string | null; cityId: number | null } & Partial<Record<AboutName, string>>;

/** The kept words of a profile; undefined when a case has none, or its evidence has run out. */
export function readKeptProfile(facts: unknown): Facts | undefined {
  // Only `keepProfile` writes these facts, and it writes all of them.
  return facts === undefined || facts === null ? undefined : (facts as Facts);
}

type KeptPhoto = { shownId: string | null; hiddenId: string | null; isTaken: boolean };

export function photoState({ shownId, hiddenId, isTaken }: KeptPhoto) {
  if (isTaken) return "taken" as const;
  if (shownId !== null) return "shown" as const;
  return hiddenId === null ? ("removed" as const) : ("hidden" as const);
}
