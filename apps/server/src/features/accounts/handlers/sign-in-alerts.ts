import { contract } from "@caramelo/contract/contract";
import { RECOVERY_LINK_HOURS } from "@caramelo/contract/limits";
import { auditStaffAction } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { writeMail } from "../../../base/mail/text-rules.ts";
import {
  changeEmail,
  changePassword,
  lockMember,
  proveEmail,
  removeUnconfirmedAccount,
} from "../../../base/members/member-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import { endSessionsOfMember } from "../../../base/sessions/queries.ts";
import type { Context } from "../../../platform/context.ts";
import { isUniqueViolation } from "../../../platform/database/contention.ts";
import type { Db } from "../../../platform/database/database.ts";
import { withSavepoint } from "../../../platform/database/savepoint.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
import { hashToken, makeToken } from "../../../platform/secrets/tokens.ts";
import { isAddressBanned } from "../address-commands.ts";
import { isFactorDeniable } from "../factor-rules.ts";
import { freezeAccount } from "../frozen-account.ts";
import { cancelDelayedRequests } from "../queries/delayed-requests.ts";
import { findFactor, removeFactor } from "../queries/factors.ts";
import { removeDevicesOfMember } from "../queries/known-devices.ts";
import { findOpenLink, replaceLink, useLink, voidLinksAfter } from "../queries/links.ts";
import { removePasskeysOfMember } from "../queries/passkeys.ts";
import { forgetRefusedSignUp } from "../queries/refused-sign-ups.ts";
import { linkEnd } from "../rules.ts";

export const checkSignInAlert = handle(contract.accounts.checkSignInAlert, async ({ body, db, clock }) => {
  const { freezes } = await getAlert({ db, clock }, body.token);
  return { freezes };
});

/**
 * Locks everybody out of an account until its person has chosen a new password. The answer holds the secret for that:
 * it grants no more than a recovery link, which the reader of this mail could request as well. A link that only freezes
 * the account grants nothing.
 */
export const denySignIn = handle(contract.accounts.denySignIn, async ({ body, me, exchange, ...context }) => {
  const { db, clock, live, banKeys, site } = context;
  const link = await getAlert({ db, clock }, body.token);
  const { memberId, isAdmin } = link;
  // A random password that is never shown.
  const passwordHash = await hashPassword(makeToken(), memberSender(memberId));
  const [now, token] = [clock.now(), makeToken()];
  const isFrozen = await db.transaction().execute(async (trx) => {
    // A freeze decides who may write to the member, so the streams are locked first.
    await lockStreamsAround(trx, [memberId]);
    const { email: from } = (await lockMember(trx, memberId)) ?? fail("SIGN_IN_ALERT_LINK_INVALID");
    const usedLink = (await useLink(trx, link.id, now)) ?? fail("SIGN_IN_ALERT_LINK_INVALID");
    if (usedLink.freezes) {
      await freezeAccount({ db: trx, site }, { memberId, email: from }, now);
      return true;
    }
    await changePassword(trx, memberId, passwordHash, now);
    await voidLinksAfter(trx, link, now);
    const email = await restoreEmail({ db: trx, banKeys }, { memberId, isAdmin, from, to: link.email, now });
    await endSessionsOfMember(trx, memberId, now);
    await cancelDelayedRequests(trx, memberId);
    await removeDevicesOfMember(trx, memberId);
    // An intruder may have added one. Those of staff stay, because access to a mailbox must not be enough to remove a
    // factor.
    if (!isAdmin) await removeAddedKeys(trx, memberId, now);
    const times = { createdAt: now, expiresAt: linkEnd(RECOVERY_LINK_HOURS, now) };
    const recovery = { id: uuidv7(now), memberId, kind: "recovery" as const, email, tokenHash: hashToken(token) };
    await replaceLink(trx, { ...recovery, ...times });
    await auditStaffAction(trx, "admin.sign-in-denied", { memberId, isAdmin, now });
    return false;
  });
  const isOwn = me?.id === memberId;
  // This tab continues with the new password. Closing its live connections would send it to the sign-in screen instead.
  live.endMember(memberId, isOwn ? me.sessionId : undefined);
  if (isOwn) exchange.clearSession();
  // For a frozen account this secret is not stored. Pages of the last release lead to the form that says so.
  return { recoveryToken: token, isFrozen };
});

async function removeAddedKeys(trx: Db, memberId: string, now: Date): Promise<void> {
  await removePasskeysOfMember(trx, memberId);
  const factor = await findFactor(trx, memberId);
  if (factor && isFactorDeniable(factor, now)) await removeFactor(trx, memberId);
}

async function getAlert({ db, clock }: Pick<Context, "db" | "clock">, token: string) {
  const link = await findOpenLink(db, ["sign_in_alert"], hashToken(token), clock.now());
  return link ?? fail("SIGN_IN_ALERT_LINK_INVALID");
}

type Restoration = { memberId: string; isAdmin: boolean; from: string; to: string; now: Date };

/**
 * Restores the address to which the alert was mailed, if the account has another one by now. The mail to that one has
 * no link that undoes this. Returns the account's address, unchanged if the old one is taken.
 */
async function restoreEmail({ db, banKeys }: Pick<Context, "db" | "banKeys">, change: Restoration): Promise<string> {
  const { memberId, from, to, now } = change;
  if (from === to || (await isAddressBanned({ db, banKeys }, to))) return from;
  await removeUnconfirmedAccount(db, to);
  let email = from;
  await withSavepoint(db, async () => {
    try {
      await changeEmail(db, memberId, to, now);
      await proveEmail(db, memberId, to);
      email = to;
    } catch (error) {
      if (!isUniqueViolation(error, "member_email_key")) throw error;
    }
    return email === to;
  });
  if (email === from) return from;
  await forgetRefusedSignUp(db, memberId);
  await addMail(db, from, writeMail("email-restored"), now);
  await auditStaffAction(db, "admin.email-changed", change);
  return email;
}
