import { contract } from "@caramelo/contract/contract";
import { fieldTexts } from "@caramelo/contract/errors";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { isUniqueViolation } from "../../../platform/database/violations.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import type { Me } from "../../../platform/http/serve-contract.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { hashPassword, isCommonPassword, verifyPassword } from "../../../platform/passwords.ts";
import { addMail } from "../../mail/queries.ts";
import { lockStreams } from "../../messaging/queries/streams.ts";
import { deactivateProfile } from "../../profiles/queries.ts";
import { lockMember, voidLinks } from "../link-queries.ts";
import { emailChangedMail, passwordChangedMail } from "../mail-rules.ts";
import {
  changeEmail as changeMemberEmail,
  changePassword as changeMemberPassword,
  endSessionsOfMember,
  getAccount,
} from "../queries.ts";
import { judgeNewPassword } from "../rules.ts";
import { traceStaff } from "./staff-trace.ts";

type OwnAccount = { id: string; email: string; passwordHash: string; isAdmin: boolean };

export const changeEmail = handle(contract.accounts.changeEmail, async ({ body, me, ...context }) => {
  const own = await getOwnAccount(context, me, body.currentPassword);
  const to = body.email;
  if (to === own.email) fail("VALIDATION_ERROR", { fields: { email: fieldTexts.emailSame } });
  // Each tells of an address that is perhaps a stranger's, or is a mail to it: few for who asks, and few for who is named.
  await context.limits.recovery.take(`own ${me.id}`);
  await context.limits.recovery.take(`change ${to}`);
  if (context.site.confirmsEmails) {
    const wish = { memberId: me.id, sessionId: me.sessionId, email: to };
    await addJob(context.db, "send-email-change", wish, FIRST);
    return { awaitsConfirmation: true };
  }
  await changeAtOnce(context, own, to);
  return { awaitsConfirmation: false };
});

async function changeAtOnce({ db, clock, live }: Context, own: OwnAccount, to: string): Promise<void> {
  const now = clock.now();
  const { id: memberId, isAdmin } = own;
  try {
    await db.transaction().execute(async (trx) => {
      const { email: from } = await lockOwn(trx, own);
      await storeEmailChange(trx, { memberId, isAdmin, from, to, now });
    });
  } catch (error) {
    if (isUniqueViolation(error, "member_email_key")) fail("AUTH_USER_EXISTS");
    throw error;
  }
  live.tell(memberId, "changed", { what: "self" });
}

type EmailChange = { memberId: string; isAdmin: boolean; from: string; to: string; now: Date };

/** An account has another address: what was mailed to the one before opens nothing any longer, and its owner is told. */
export async function storeEmailChange(trx: Db, change: EmailChange): Promise<void> {
  const { memberId, from, to, now } = change;
  await changeMemberEmail(trx, memberId, to, now);
  await voidLinks(trx, memberId, now);
  await addMail(trx, { id: uuidv7(now), to: from, createdAt: now, ...emailChangedMail() });
  await traceStaff(trx, "admin.email-changed", change);
}

export const changePassword = handle(contract.accounts.changePassword, async ({ body, me, ...context }) => {
  const { db, clock, live } = context;
  const isCommon = isCommonPassword(body.password);
  const password = judgeNewPassword(body.password, { isAdmin: me.isAdmin, isCommon });
  if (password !== undefined) fail("VALIDATION_ERROR", { fields: { password } });
  const own = await getOwnAccount(context, me, body.currentPassword);
  const passwordHash = await hashPassword(body.password);

  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const { email } = await lockOwn(trx, own);
    await changeMemberPassword(trx, me.id, passwordHash, now);
    await voidLinks(trx, me.id, now);
    await endSessionsOfMember(trx, me.id, now, me.sessionId);
    await addMail(trx, { id: uuidv7(now), to: email, createdAt: now, ...passwordChangedMail() });
    await traceStaff(trx, "admin.password-changed", { memberId: me.id, isAdmin: me.isAdmin, now });
  });
  live.endMember(me.id, me.sessionId);
  return {};
});

export const deactivate = handle(contract.accounts.deactivate, async ({ me, exchange, db, clock, live }) => {
  if (me.isAdmin) fail("PERMISSION_DENIED");
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // What is being sent to them is stored before or refused after.
    await lockStreams(trx, [me.id]);
    await deactivateProfile(trx, me.id, now);
    await endSessionsOfMember(trx, me.id, now);
  });
  live.endMember(me.id);
  exchange.clearSession();
  return {};
});

/**
 * The caller's account, once they have shown that they know its password: a borrowed device must not be enough.
 * Wrong ones are counted for the account, wherever they come from: whoever tries them has its session.
 */
async function getOwnAccount({ db, limits }: Context, me: Me, currentPassword: string): Promise<OwnAccount> {
  const key = `own ${me.id}`;
  await limits.signInAccount.take(key);
  const account = await getAccount(db, me.id);
  const isRight = await verifyPassword(account.passwordHash, currentPassword);
  if (!isRight) failPassword();
  await limits.signInAccount.forget(key);
  return account;
}

/** Whoever set another password since it was verified, as the owner does by a mailed link, was first. */
async function lockOwn(trx: Db, { id, passwordHash }: OwnAccount) {
  const member = await lockMember(trx, id);
  return member?.passwordHash === passwordHash ? member : failPassword();
}

function failPassword(): never {
  fail("VALIDATION_ERROR", { fields: { currentPassword: fieldTexts.passwordWrong } });
}
