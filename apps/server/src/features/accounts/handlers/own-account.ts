import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { auditStaffAction } from "../../../base/audit/queries.ts";
import { changePassword as changeMemberPassword, lockMember } from "../../../base/members/member-queries.ts";
import { deactivateProfile } from "../../../base/members/profile-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import { endSessionsOfMember, findProof } from "../../../base/sessions/queries.ts";
import type { Context } from "../../../platform/context.ts";
import { isUniqueViolation } from "../../../platform/database/contention.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword, isCommonPassword, verifyPassword } from "../../../platform/secrets/passwords.ts";
import { addLinkMail } from "../add-link-mail.ts";
import { isAddressRefused } from "../address-commands.ts";
import { cameByYoungWay, delayRequest } from "../delay-commands.ts";
import { getAccount } from "../queries/accounts.ts";
import { cancelDelayedRequests } from "../queries/delayed-requests.ts";
import { voidLinksExceptAlerts } from "../queries/links.ts";
import { judgeNewPassword } from "../rules.ts";
import { keepOnlyDevice } from "../session-check.ts";
import { type EmailChange, storeEmailChange } from "../store-email-change.ts";
import { isLongProven, isYoung } from "../way-rules.ts";

type GuessLimit = { take(): Promise<void>; forgive(): Promise<void> };

type OwnAccount = { id: string; email: string; passwordHash: string; passwordSetAt: Date | null; isAdmin: boolean };

export const changeEmail = handle(
  contract.accounts.changeEmail,
  async ({ body, me, limits, publishChange, banKeys, ...context }) => {
    const own = await getOwnAccount(context.db, limits.signInAccount, me, body.currentPassword);
    const to = body.email;
    if (to === own.email) fail("VALIDATION_ERROR", { fields: { email: fieldTexts.emailSame } });
    await limits.recovery.take();
    const isProven = await hasLongProof(context, me);
    const delayedUntil = await delayChange(context, { own, me }, { to, isProven });
    if (delayedUntil) return { awaitsConfirmation: true, delayedUntil };
    if (context.site.confirmsEmails) {
      const request = { memberId: me.id, sessionId: me.sessionId, email: to, isProven };
      await context.db.transaction().execute(async (trx) => {
        await cancelDelayedRequests(trx, me.id, "email_change");
        await addJob(trx, "send-email-change", request, FIRST);
      });
      return { awaitsConfirmation: true };
    }
    if (await isAddressRefused({ ...context, banKeys }, { email: to, memberId: me.id })) fail("AUTH_USER_EXISTS");
    await changeAtOnce(context, own, { to, isProven });
    publishChange([me.id]);
    return { awaitsConfirmation: false };
  },
);

/** Whether the member confirmed this session with a passkey or authenticator app that was set up long ago. */
async function hasLongProof({ db, clock }: Pick<Context, "db" | "clock">, me: Me): Promise<boolean> {
  // Access to a mailbox cannot remove a factor of staff, so nothing of theirs needs to be frozen.
  if (me.isAdmin) return false;
  const now = clock.now();
  const proof = await findProof(db, me.sessionId, now);
  return proof !== undefined && isLongProven(proof, now);
}

type ChangeContext = Pick<Context, "db" | "clock" | "site">;
type Move = Pick<EmailChange, "to" | "isProven">;

/** Delays a change that a recent way in requested. Returns when it is due; undefined when it need not wait. */
function delayChange({ db, clock, site }: ChangeContext, { own, me }: { own: OwnAccount; me: Me }, move: Move) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    await lockOwn(trx, own);
    if (!isYoung(own.passwordSetAt, now) && !(await cameByYoungWay(trx, me, now))) return undefined;
    const request = { memberId: me.id, kind: "email_change", email: move.to, isProven: move.isProven } as const;
    return delayRequest({ db: trx, site }, request, now);
  });
}

async function changeAtOnce({ db, clock, site }: ChangeContext, own: OwnAccount, move: Move): Promise<void> {
  const now = clock.now();
  const { id: memberId, isAdmin } = own;
  try {
    await db.transaction().execute(async (trx) => {
      const { email: from } = await lockOwn(trx, own);
      await storeEmailChange({ db: trx, site }, { ...move, memberId, isAdmin, from, now });
    });
  } catch (error) {
    if (isUniqueViolation(error, "member_email_key")) fail("AUTH_USER_EXISTS");
    throw error;
  }
}

export const changePassword = handle(
  contract.accounts.changePassword,
  async ({ body, me, exchange, limits, ...context }) => {
    const { db, clock, live, site } = context;
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
      await cancelDelayedRequests(trx, me.id);
      const alert = { memberId: me.id, kind: "sign_in_alert", to: email, mail: "own-password-changed" } as const;
      await addLinkMail({ db: trx, site }, alert, now);
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
