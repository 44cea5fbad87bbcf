import type { MailKind } from "./texts.ts";

/** The class of a mail. Each class has its own workers, so that none waits for the mails of another. */
export type MailClass = "account" | "alarm" | "notice";

/** The purposes of mails, with their classes. Within a class, earlier purposes are sent first. */
const CLASSES = {
  /** A person waits for the mail to get in. */
  access: "account",
  /** Tells a member about a change of their account. */
  account: "account",
  /** The mail alerts the staff. */
  alarm: "alarm",
  /** Tells a member about an event, or a guest about a decision. */
  notice: "notice",
  /** Guests can cause many of these mails, so the purposes above are sent first. */
  acknowledgement: "notice",
  /** Not urgent, often in large numbers, and mostly scheduled. */
  bulk: "notice",
} as const satisfies Record<string, MailClass>;

export type MailPurpose = keyof typeof CLASSES;

const PURPOSES = {
  recovery: "access",
  "password-changed": "account",
  "own-password-changed": "account",
  confirmation: "access",
  "sign-up-attempt": "access",
  "sign-up-pending": "access",
  "email-change": "access",
  "email-change-requested": "account",
  "email-taken": "access",
  "email-changed": "account",
  "email-changed-proven": "account",
  "account-frozen": "access",
  "account-opened": "account",
  "email-restored": "account",
  invitation: "access",
  "factor-set-up": "account",
  "factor-removed": "account",
  "app-added": "account",
  "app-removed": "account",
  "staff-invitation": "access",
  "access-reset": "access",
  "recovery-codes-renewed": "account",
  "recovery-code-used": "account",
  "sign-in-alert": "account",
  "passkey-added": "account",
  "passkey-removed": "account",
  "passkey-blocked": "account",
  "passkey-blocked-staff": "account",
  "request-delayed": "account",
  "erasure-requested": "account",
  "erasure-taken-back": "account",
  "erasure-taken-back-shown": "account",
  alarm: "alarm",
  "alarm-brake": "alarm",
  "staff-alarm": "alarm",
  "withdrawals-overdue": "alarm",
  "data-requests-due": "alarm",
  "export-ready": "notice",
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
  "data-request-answered": "notice",
  "data-request-received": "acknowledgement",
  "data-request-confirmation": "acknowledgement",
  "notice-received": "acknowledgement",
  "notice-confirmation": "acknowledgement",
  "inactivity-warning": "bulk",
  "end-reminder": "bulk",
  "erasure-reminder": "bulk",
  news: "bulk",
  "news-messages": "bulk",
} as const satisfies Record<MailKind, MailPurpose>;

/** A kind of mail, or a test mail of one, which staff send to themselves. */
export type StoredMailKind = MailKind | `test ${MailKind}`;

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(PURPOSES, kind);

/** Returns the purpose of a stored mail. A test mail, and a mail of a kind that no longer exists, is a notice. */
export function purposeOf(kind: string): MailPurpose {
  return isMailKind(kind) ? PURPOSES[kind] : "notice";
}

export const classOf = (purpose: MailPurpose): MailClass => CLASSES[purpose];

/** The kinds of mails about their reader's account. */
export const accountMailKinds: readonly string[] = Object.keys(PURPOSES).filter(
  (kind) => classOf(purposeOf(kind)) === "account",
);

/**
 * Groups of mails about changes of an account. A mailbox gets a few mails of one group within an hour, and then only
 * the last one in place of all others. A mail with a unique link is in no group. Mails with "Não fui eu" may be: each
 * such link does the same.
 */
const FOLDS: readonly (readonly MailKind[])[] = [
  ["password-changed", "own-password-changed"],
  ["factor-set-up", "factor-removed"],
  ["app-added", "app-removed"],
  ["recovery-codes-renewed", "recovery-code-used"],
  ["passkey-added", "passkey-removed", "passkey-blocked", "passkey-blocked-staff"],
  ["erasure-requested", "erasure-taken-back", "erasure-taken-back-shown"],
];

/** The kinds of mails in this kind's group; empty if each mail is sent. */
export const foldedWith = (kind: string): readonly MailKind[] =>
  FOLDS.find((kinds) => kinds.some((other) => other === kind)) ?? [];
