import { longMomentText } from "@caramelo/contract/formats/moments";
import {
  APPEAL_DAYS,
  NOTICE_HOURS,
  SLOWED_AFTER_CONTACTS,
  SLOWED_AFTER_FRAUDS,
  SLOWED_WINDOW_DAYS,
} from "@caramelo/contract/limits";
import type { MailKind } from "@caramelo/contract/mail/texts";
import { CONTACT_WARNINGS, type MessageWarning } from "@caramelo/contract/messaging/warnings";
import type { MeasureKind, NoticeKind } from "@caramelo/contract/texts/moderation";
import { writeMail } from "../../base/mail/text-rules.ts";
import type { Standing } from "../profiles/rules.ts";
import type { listMeasures } from "./queries/measures.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** When a suspension of `days` days ends; null for one without an end. */
export function suspensionEnd(days: number | undefined, now: Date): Date | null {
  return days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
}

type Target = { role: string; suspendedAt: Date | null; suspendedUntil: Date | null; bannedAt: Date | null };

/**
 * Whether a member may be suspended or banned now. Only a graver measure replaces the current one: a suspension without
 * an end replaces one with an end, which would bring the member back; the suspension of a minor replaces any other,
 * whose appeal would bring them back; and a ban replaces every suspension.
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

/** The person who took a measure may decide its appeal only when there is no other staff. */
export function mayDecideAppeal({ takenBy }: UndecidedCase, staffId: string, otherStaff: number): boolean {
  return takenBy !== staffId || otherStaff === 0;
}

export const NOTICE_SEVERITY = 3;

export type NoticeTarget = "profile" | "photo in sight" | "hidden photo";
/** The standing of a notice's sender: a confirmed mailbox, a member, or nothing known. */
export type NoticeSender = "confirmed" | "member" | "unknown";

/**
 * Whether a notice hides its target before staff have looked: only for kinds that cannot wait, and depending on the
 * sender. A whole profile is hidden only by a confirmed mailbox and only if its age is not assured. A stranger's notice
 * hides a photo only together with a second one, and does not prolong the hide of a photo that is hidden already.
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

/** Whether staff took two or more measures that no appeal took back. Staff do not take `under_review`. */
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

/** The fields of a measure that both its member and staff see. */
function presentFacts(facts: MeasureFacts) {
  const { id, kind, reason, takenAt, until, endedAt } = facts;
  return { id, kind, reason, takenAt, until, endedAt, appeal: presentAppeal(facts) };
}

/** A measure as staff see it, with its member, its case and who took it. */
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

const KINDS: Record<MeasureKind, MailKind> = {
  warning: "measure-warning",
  photo_hidden: "measure-photo",
  suspension: "measure-suspension-open",
  ban: "measure-ban",
  under_review: "measure-review",
};

type Measure = { kind: MeasureKind; reason: string; until: Date | null };

/** The mail about a measure: what staff did, why, and the link to appeal. */
export function measureMail({ kind, reason, until }: Measure, url: string) {
  const values = { motivo: reason, dias: String(APPEAL_DAYS) };
  if (kind !== "suspension" || !until) return writeMail(KINDS[kind], { url, values });
  return writeMail("measure-suspension", { url, values: { ...values, fim: longMomentText(until) } });
}

export function appealDecidedMail(decision: { isGranted: boolean; answer: string }, origin: string) {
  const kind = decision.isGranted ? "appeal-granted" : "appeal-refused";
  return writeMail(kind, { url: `${origin}/login`, values: { resposta: decision.answer } });
}
