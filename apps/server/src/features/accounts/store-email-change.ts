import { auditStaffAction } from "../../base/audit/queries.ts";
import { addMail } from "../../base/mail/queries.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import { changeEmail } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import { addLinkMail } from "./add-link-mail.ts";
import { cancelDelayedRequests } from "./queries/delayed-requests.ts";
import { findOpenAlert, freezeByEarlierAlerts, voidLaterAlerts, voidLinksExceptAlerts } from "./queries/links.ts";
import { forgetRefusedSignUp } from "./queries/refused-sign-ups.ts";

export type EmailChange = {
  memberId: string;
  isAdmin: boolean;
  from: string;
  to: string;
  /** The member who requested it had proved who they are by a long-standing key or app. */
  isProven: boolean;
  now: Date;
};

/**
 * Changes the address of an account. Links mailed to the old address become invalid, except alerts; a mail to it
 * reports the change, and an earlier delayed change never begins.
 */
export async function storeEmailChange({ db, site }: Pick<Context, "db" | "site">, change: EmailChange): Promise<void> {
  const { memberId, to, now } = change;
  await changeEmail(db, memberId, to, now);
  await voidLinksExceptAlerts(db, memberId, now);
  await cancelDelayedRequests(db, memberId, "email_change");
  await forgetRefusedSignUp(db, memberId);
  await tellReplacedAddress({ db, site }, change);
  await auditStaffAction(db, "admin.email-changed", change);
}

/**
 * The mail has a link that undoes the change, unless the change itself restores an earlier address: the replaced one
 * may be an intruder's. After a change that a member has proven, the links in all earlier mailboxes only freeze the
 * account, because members leave a mailbox that another person reads.
 */
async function tellReplacedAddress({ db, site }: Pick<Context, "db" | "site">, change: EmailChange): Promise<void> {
  const { memberId, from, to, isProven, now } = change;
  if (isProven) await freezeByEarlierAlerts(db, memberId, to);
  const earlierAlert = await findOpenAlert(db, { memberId, email: to }, now);
  const alert = { memberId, kind: "sign_in_alert", to: from, freezes: isProven } as const;
  const mail = isProven ? "email-changed-proven" : "email-changed";
  if (!earlierAlert) return addLinkMail({ db, site }, { ...alert, mail }, now);
  await voidLaterAlerts(db, earlierAlert, now);
  await addMail(db, from, writeMail("email-restored"), now);
}
