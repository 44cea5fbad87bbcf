import type { MailKind } from "./texts.ts";

/** Mails of one class have workers of their own, so that no class waits for the mails of another one. */
export type MailClass = "account" | "alarm" | "notice";

/** What mails are for; within a class those of an earlier line leave first. */
const CLASSES = {
  /** Somebody waits for it to get in, or must learn at once who else did. */
  account: "account",
  /** It calls the staff. */
  alarm: "alarm",
  /** It tells a member what happened, or a guest what was decided. */
  notice: "notice",
  /** Guests cause it, as many as they like. */
  acknowledgement: "notice",
  /** The timetable causes it, for many members at once. */
  bulk: "notice",
} as const satisfies Record<string, MailClass>;

export type MailPurpose = keyof typeof CLASSES;

/** What each kind of mail is for. */
const PURPOSES = {
  recovery: "account",
  "password-changed": "account",
  confirmation: "account",
  "sign-up-attempt": "account",
  "sign-up-pending": "account",
  "email-change": "account",
  "email-change-requested": "account",
  "email-taken": "account",
  "email-changed": "account",
  invitation: "account",
  "factor-set-up": "account",
  "factor-removed": "account",
  "recovery-codes-renewed": "account",
  "recovery-code-used": "account",
  alarm: "alarm",
  "alarm-brake": "alarm",
  "withdrawals-overdue": "alarm",
  "photo-removed": "notice",
  "photo-chosen": "notice",
  "verification-approved": "notice",
  "verification-rejected": "notice",
  "verification-revoked": "notice",
  receipt: "notice",
  withdrawal: "notice",
  "withdrawal-review": "notice",
  "withdrawal-accepted": "notice",
  "withdrawal-refused": "notice",
  refund: "notice",
  "refund-failed": "notice",
  "measure-warning": "notice",
  "measure-photo": "notice",
  "measure-suspension": "notice",
  "measure-suspension-open": "notice",
  "measure-ban": "notice",
  "measure-review": "notice",
  "review-ended": "notice",
  "appeal-granted": "notice",
  "appeal-refused": "notice",
  "suspension-ended": "notice",
  "notice-accepted": "notice",
  "notice-refused": "notice",
  "notice-received": "acknowledgement",
  "notice-confirmation": "acknowledgement",
  "inactivity-warning": "bulk",
  "end-reminder": "bulk",
  news: "bulk",
  "news-messages": "bulk",
} as const satisfies Record<MailKind, MailPurpose>;

/** A kind of mail, or the trial of one that somebody of the staff mails to themselves. */
export type StoredMailKind = MailKind | `test ${MailKind}`;

const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(PURPOSES, kind);

/** What a stored mail is for. One of a kind that is gone, and a trial, is a notice. */
export function purposeOf(kind: string): MailPurpose {
  return isMailKind(kind) ? PURPOSES[kind] : "notice";
}

export const classOf = (purpose: MailPurpose): MailClass => CLASSES[purpose];
