import { addMail } from "../../base/mail/queries.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import { freezeProfile, unfreezeProfile } from "../../base/members/profile-queries.ts";
import { endSessionsOfMember } from "../../base/sessions/queries.ts";
import type { Context } from "../../platform/context.ts";
import { frozenMail } from "./mail-rules.ts";
import { cancelDelayedRequests } from "./queries/delayed-requests.ts";
import { removeDevicesOfMember } from "./queries/known-devices.ts";
import { voidFreezingAlerts, voidLinksExceptAlerts } from "./queries/links.ts";

type Account = { memberId: string; email: string };

/**
 * Freezes an account: sign-in is refused and the member hidden; nothing else changes until the present mailbox, a
 * long-standing key or the staff unfreezes it. Lock the streams and the member before. Does nothing to a frozen
 * account.
 */
export async function freezeAccount(
  { db, site }: Pick<Context, "db" | "site">,
  { memberId, email }: Account,
  now: Date,
): Promise<void> {
  if (!(await freezeProfile(db, memberId, now))) return;
  await voidLinksExceptAlerts(db, memberId, now);
  await endSessionsOfMember(db, memberId, now);
  await cancelDelayedRequests(db, memberId);
  await removeDevicesOfMember(db, memberId);
  await addMail(db, email, frozenMail(site.origin), now);
}

/**
 * Unfreezes an account for its present password, keys and mailbox; false when it is not frozen. Its former mailboxes
 * cannot freeze it again, or a reader of one could do so all week. Lock the member before.
 */
export async function openFrozenAccount(
  { db, site }: Pick<Context, "db" | "site">,
  { memberId, email }: Account,
  now: Date,
): Promise<boolean> {
  if (!(await unfreezeProfile(db, memberId, now))) return false;
  await voidFreezingAlerts(db, memberId, now);
  await addMail(db, email, writeMail("account-opened", { url: `${site.origin}/login` }), now);
  return true;
}
