import { APPEAL_DAYS, NOTICE_HOURS } from "@caramelo/contract/limits";
import type { MeasureKind, NoticeKind } from "@caramelo/contract/texts/moderation";
import type { Standing } from "../profiles/rules.ts";
import type { listMeasures } from "./queries/measures.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** When a suspension of so many days ends; null for one without an end. */
export function suspensionEnd(days: number | undefined, now: Date): Date | null {
  return days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
}

type Target = { role: string; suspendedAt: Date | null; suspendedUntil: Date | null; bannedAt: Date | null };

/**
 * Whether a member may be suspended or banned now. Only what is graver replaces what holds: a suspension without an end one
 * with an end, which would bring the member back, that of a minor any other, whose appeal would do so, and a ban all of them.
 */
export function judgeSuspension(
  target: Target | undefined,
  { kind, until, isMinor = false }: { kind: "suspension" | "ban"; until: Date | null; isMinor?: boolean | undefined },
): "done" | "missing" | "already" {
  if (!target || target.role === "admin") return "missing";
  if (kind === "ban") return target.bannedAt ? "already" : "done";
  const isLonger = until === null && (target.suspendedUntil !== null || (isMinor && target.bannedAt === null));
  return target.suspendedAt && !isLonger ? "already" : "done";
}

type AppealedMeasure = { takenAt: Date; appealedAt: Date | null; endedAt: Date | null };

/** A measure may be appealed once, within its time, as long as it holds. */
export function mayAppeal({ takenAt, appealedAt, endedAt }: AppealedMeasure, now: Date): boolean {
  return appealedAt === null && endedAt === null && now.getTime() < takenAt.getTime() + APPEAL_DAYS * DAY_MS;
}

type UndecidedCase = { takenBy: string | null };

/** Whoever took a measure decides the appeal only where nobody else of the staff can. */
export function mayDecideAppeal({ takenBy }: UndecidedCase, adminId: string, otherAdmins: number): boolean {
  return takenBy !== adminId || otherAdmins === 0;
}

/** How grave a notice of the public form is. */
export const NOTICE_SEVERITY = 3;

export type NoticeTarget = "profile" | "photo in sight" | "hidden photo";
/** What is known of a notice's sender: the mailbox was confirmed, a member of the site sent it, or nothing. */
export type NoticeSender = "confirmed" | "member" | "unknown";

/**
 * Whether what a notice names is hidden before anybody has looked: only what cannot wait, and only as far as its sender is
 * known. A whole profile needs a confirmed mailbox, and stays in sight while its age is assured. What a stranger says hides one
 * photo, where a second unrelated notice names it, too; one that is hidden already it does not hide for longer.
 */
export function judgeNotice(
  kind: NoticeKind,
  target: NoticeTarget,
  { sender, isAgeAssured }: { sender: NoticeSender; isAgeAssured: boolean },
): "hides" | "needs a second" | "waits" {
  if (kind === "other") return "waits";
  if (target === "profile") return sender === "confirmed" && !isAgeAssured ? "hides" : "waits";
  if (sender !== "unknown") return "hides";
  return target === "photo in sight" ? "needs a second" : "waits";
}

export function noticeDueAt(now: Date): Date {
  return new Date(now.getTime() + NOTICE_HOURS * HOUR_MS);
}

/** Measures that were not undone by an appeal count; what only waits for the review is none of staff's. */
export function isRepeatOffender(measures: readonly { kind: MeasureKind; isGranted: boolean | null }[]): boolean {
  return measures.filter(({ kind, isGranted }) => kind !== "under_review" && isGranted !== true).length >= 2;
}

export function memberStatus(facts: Omit<Standing, "awaitsConfirmation">) {
  if (facts.bannedAt) return "banned" as const;
  if (facts.suspendedAt) return "suspended" as const;
  if (facts.hiddenAt) return "hidden" as const;
  return facts.deactivatedAt ? ("deactivated" as const) : ("active" as const);
}

type MeasureFacts = Awaited<ReturnType<typeof listMeasures>>[number];

/** A measure without what only its member may know: whether they may still appeal. */
function presentFacts(facts: MeasureFacts) {
  const { id, kind, reason, takenAt, until, endedAt } = facts;
  return { id, kind, reason, takenAt, until, endedAt, appeal: presentAppeal(facts) };
}

/** The same for staff, who also see whom it is about, and who took it. */
export function presentStaffMeasure(row: MeasureFacts & { takerName: string | null }) {
  return { ...presentFacts(row), memberId: row.memberId, caseId: row.caseId, takenBy: row.takerName };
}

export function presentMeasure(facts: MeasureFacts, now: Date) {
  return { ...presentFacts(facts), mayAppeal: mayAppeal(facts, now) };
}

function presentAppeal({ appealText, appealedAt, decidedAt, isGranted, answer }: MeasureFacts) {
  if (appealText === null || appealedAt === null) return null;
  const isDecided = decidedAt !== null && isGranted !== null && answer !== null;
  return { text: appealText, at: appealedAt, decision: isDecided ? { isGranted, answer, at: decidedAt } : null };
}
