import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { auditStaffAction } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { writeMail } from "../../../base/mail/text-rules.ts";
import {
  changeEmail as changeMemberEmail,
  changePassword as changeMemberPassword,
  lockMember,
} from "../../../base/members/member-queries.ts";
import { deactivateProfile } from "../../../base/members/profile-queries.ts";
import { lockStreamsAround } from "../../../base/members/stream-queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { isUniqueViolation } from "../../../platform/database/violations.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword, isCommonPassword, verifyPassword } from "../../../platform/secrets/passwords.ts";
import { addLinkMail } from "../add-link-mail.ts";
import { isAddressRefused } from "../address-commands.ts";
import { getAccount } from "../queries/accounts.ts";
import { findOpenAlert, voidLaterAlerts, voidLinksExceptAlerts } from "../queries/links.ts";
import { forgetRefusedSignUp } from "../queries/refused-sign-ups.ts";
import { endSessionsOfMember } from "../queries/sessions.ts";
import { judgeNewPassword } from "../rules.ts";
import { keepOnlyDevice } from "../session-check.ts";

type GuessLimit = { take(): Promise<void>; forgive(): Promise<void> };

type OwnAccount = { id: string; email: string; passwordHash: string; isAdmin: boolean };

export const changeEmail = handle(
  contract.accounts.changeEmail,
  async ({ body, me, limits, publishChange, banKeys, ...context }) => {
    const own = await getOwnAccount(context.db, limits.signInAccount, me, body.currentPassword);
    const to = body.email;
    if (to === own.email) fail("VALIDATION_ERROR", { fields: { email: fieldTexts.emailSame } });
    await limits.recovery.take();
    if (context.site.confirmsEmails) {
      const request = { memberId: me.id, sessionId: me.sessionId, email: to };
      await addJob(context.db, "send-email-change", request, FIRST);
      return { awaitsConfirmation: true };
    }
    if (await isAddressRefused({ ...context, banKeys }, { email: to, memberId: me.id })) fail("AUTH_USER_EXISTS");
    await changeAtOnce(context, own, to);
    publishChange([me.id]);
    return { awaitsConfirmation: false };
  },
);

type ChangeContext = Pick<Context, "db" | "clock" | "site">;

async function changeAtOnce({ db, clock, site }: ChangeContext, own: OwnAccount, to: string): Promise<void> {
  const now = clock.now();
  const { id: memberId, isAdmin } = own;
  try {
    await db.transaction().execute(async (trx) => {
      const { email: from } = await lockOwn(trx, own);
      await storeEmailChange({ db: trx, site }, { memberId, isAdmin, from, to, now });
    });
  } catch (error) {
    if (isUniqueViolation(error, "member_email_key")) fail("AUTH_USER_EXISTS");
    throw error;
  }
}

type EmailChange = { memberId: string; isAdmin: boolean; from: string; to: string; now: Date };

/**
 * Changes the address of an account. Links mailed to the old address become invalid, except those of alerts, and a mail
 * there tells of the change.
 */
export async function storeEmailChange({ db, site }: Pick<Context, "db" | "site">, change: EmailChange): Promise<void> {
  const { memberId, to, now } = change;
  await changeMemberEmail(db, memberId, to, now);
  await voidLinksExceptAlerts(db, memberId, now);
  await forgetRefusedSignUp(db, memberId);
  await tellReplacedAddress({ db, site }, change);
  await auditStaffAction(db, "admin.email-changed", change);
}

/**
 * The mail has a link that undoes the change, unless the change itself restores an address that the account had before:
 * the replaced one may be that of an intruder.
 */
async function tellReplacedAddress({ db, site }: Pick<Context, "db" | "site">, change: EmailChange): Promise<void> {
  const { memberId, from, to, now } = change;
  const earlierAlert = await findOpenAlert(db, { memberId, email: to }, now);
  if (!earlierAlert)
    return addLinkMail({ db, site }, { memberId, kind: "sign_in_alert", to: from, mail: "email-changed" }, now);
  await voidLaterAlerts(db, earlierAlert, now);
  await addMail(db, from, writeMail("email-restored"), now);
}

export const changePassword = handle(
  contract.accounts.changePassword,
  async ({ body, me, exchange, limits, ...context }) => {
    const { db, clock, live } = context;
    const isCommon = isCommonPassword(body.password);
    const password = judgeNewPassword(body.password, { isAdmin: me.isAdmin, isCommon });
    if (password !== undefined) fail("VALIDATION_ERROR", { fields: { password } });
    const own = await getOwnAccount(db, limits.signInAccount, me, body.currentPassword);
    const passwordHash = await hashPassword(body.password, memberSender(me.id));

    const now = clock.now();
    const device = await db.transaction().execute(async (trx) => {
      const { email } = await lockOwn(trx, own);
      await changeMemberPassword(trx, me.id, passwordHash, now);
      await voidLinksExceptAlerts(trx, me.id, now);
      await endSessionsOfMember(trx, me.id, now, me.sessionId);
      await addMail(trx, email, writeMail("password-changed"), now);
      await auditStaffAction(trx, "admin.password-changed", { memberId: me.id, isAdmin: me.isAdmin, now });
      return keepOnlyDevice({ db: trx, clock }, exchange, me.id);
    });
    live.endMember(me.id, me.sessionId);
    exchange.setDevice(device);
    return {};
  },
);

export const deactivate = handle(contract.accounts.deactivate, async ({ me, exchange, db, clock, live }) => {
  if (me.isAdmin) fail("PERMISSION_DENIED");
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // The locks ensure that a message to the member is either stored before the deactivation or refused after it.
    await lockStreamsAround(trx, [me.id]);
    await deactivateProfile(trx, me.id, now);
    await endSessionsOfMember(trx, me.id, now);
  });
  live.endMember(me.id);
  exchange.clearSession();
  return {};
});

/** The caller's account. Fails unless the password is right, because a borrowed device must not be enough. */
async function getOwnAccount(db: Db, limit: GuessLimit, me: Me, currentPassword: string): Promise<OwnAccount> {
  await limit.take();
  const account = await getAccount(db, me.id);
  const isRight = await verifyPassword(account.passwordHash, currentPassword, memberSender(me.id));
  if (!isRight) failPassword();
  await limit.forgive();
  return account;
}

/** Locks the account. Fails when its password was changed since it was verified, such as by a mailed link. */
async function lockOwn(trx: Db, { id, passwordHash }: OwnAccount) {
  const member = await lockMember(trx, id);
  return member?.passwordHash === passwordHash ? member : failPassword();
}

function failPassword(): never {
  fail("VALIDATION_ERROR", { fields: { currentPassword: fieldTexts.passwordWrong } });
}
