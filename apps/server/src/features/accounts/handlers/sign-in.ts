import { contract } from "@caramelo/contract/contract";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { holdPassword } from "../../../base/members/member-queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import type { Exchange } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { randomId } from "../../../platform/ids.ts";
import {
  claimedSender,
  memberSender,
  networkSender,
  type PasswordSender,
} from "../../../platform/secrets/password-lanes.ts";
import { lookUpAccount, verifyPassword } from "../../../platform/secrets/passwords.ts";
import { admitMember, refuseClosed } from "../admit-member.ts";
import { type Account, presentAccount } from "../present-account.ts";
import { findAccountByEmail, getAccount } from "../queries/accounts.ts";
import { inviteToKey } from "../queries/passkeys.ts";
import { findRefusedSignUp } from "../queries/refused-sign-ups.ts";
import { deviceName, hasSecondFactor, judgeSignIn, keyInvitationsUntil, needsKey } from "../rules.ts";
import { closeSession, isRecognized } from "../session-check.ts";
import { takeFactor } from "../take-factor.ts";
import { typedWayOf } from "../way-rules.ts";

export const signIn = handle(contract.accounts.signIn, async ({ body, me, exchange, limits, ...context }) => {
  const stranger = networkSender(exchange.address);
  const claimant = exchange.deviceToken === undefined ? stranger : claimedSender(exchange.address);
  const {
    verdict,
    waiting: waitingAccount,
    member,
    isKnownDevice,
  } = await lookUpAccount(claimant, () => findCandidate(context, exchange, body.email));
  // A known device has its own limit, so that guesses from elsewhere never lock a member out of their own browser.
  const counters = isKnownDevice
    ? [limits.signInDevice]
    : [limits.signInAccount, limits.signInAddress, limits.signInEverywhere];
  for (const counter of counters) await counter.take();
  const sender = member && isKnownDevice ? memberSender(member.id) : stranger;
  const isRight = await verifyPassword(member?.passwordHash, body.password, sender);
  if (!member || !isRight) return failSignIn(context, { waiting: waitingAccount, member, sender }, body.password);
  const forgive = () => Promise.all(counters.map((counter) => counter.forgive()));
  const hasFactor = hasSecondFactor(member);
  // With a second factor the limit is not reset after the password alone, because codes could then be guessed without
  // end.
  if (!hasFactor) await forgive();

  refuseClosed(verdict);
  if (hasFactor && member.factorSetUpAt === null) fail("AUTH_PASSKEY_REQUIRED");
  let invitesKey = false;
  const answer = await admitMember(
    context,
    { me, exchange },
    {
      member,
      verdict,
      isRemembered: body.remember,
      hasFactor,
      details: { hasCode: hasFactor },
      takeProof: async (trx) => {
        // A changed password ends the other sessions, so no sign-in with the old password may open one afterwards.
        if (!(await holdPassword(trx, member.id, member.passwordHash))) fail("AUTH_INVALID_CREDENTIALS");
        if (hasFactor && !(await checkCode({ ...context, db: trx, exchange }, member, body.code))) return undefined;
        if (hasFactor) return typedWayOf(member);
        await refuseNewFactor(trx, member);
        const now = context.clock.now();
        invitesKey =
          needsKey(member, body.password) &&
          (await inviteToKey(trx, member.id, { now, until: keyInvitationsUntil(now) }));
        return typedWayOf(member);
      },
    },
  );
  if (!answer) fail("AUTH_CODE_INVALID");
  if (hasFactor) await forgive();
  return { ...answer, invitesKey };
});

/** The account that may be signing in, and whether its browser is known. */
async function findCandidate(
  { db, clock }: Pick<Context, "db" | "clock">,
  exchange: Pick<Exchange, "deviceToken">,
  email: string,
) {
  const account = await findAccountByEmail(db, email);
  const verdict = account && judgeSignIn(account, clock.now());
  // A waiting and a refused sign-up get the same answer, so that a stranger's own sign-up does not reveal whether an
  // address has a member.
  const waitingAccount = verdict === "unconfirmed" ? account : undefined;
  const member = waitingAccount ? undefined : account;
  // Without a member a random id is looked up, so that the time of the answer does not reveal that there is none.
  const isKnownDevice = await isRecognized(db, exchange, member?.id ?? randomId());
  return { verdict, waiting: waitingAccount, member, isKnownDevice };
}

/** Fails when the first factor was added since the account was read. The password is locked, so none can follow. */
async function refuseNewFactor(trx: Db, { id }: Account): Promise<void> {
  const current = await getAccount(trx, id);
  if (!hasSecondFactor(current)) return;
  fail(current.factorSetUpAt === null ? "AUTH_PASSKEY_REQUIRED" : "AUTH_CODE_REQUIRED");
}

type CheckContext = Pick<Context, "db" | "clock" | "sealer" | "site"> & { exchange: Pick<Exchange, "userAgent"> };

/**
 * Whether the code of the second factor is right. A wrong code of staff after the right password is recorded in the
 * audit log, because an intruder may know the password. Wrong passwords are not recorded, because the extra time would
 * show strangers which addresses belong to staff.
 */
async function checkCode({ exchange, ...context }: CheckContext, member: Account, code: string | undefined) {
  if (code === undefined) fail("AUTH_CODE_REQUIRED");
  if (await takeFactor(context, member, code)) return true;
  if (!member.isAdmin) return false;
  const details = { device: deviceName(exchange.userAgent) };
  const entry = { at: context.clock.now(), actorId: null, subjectId: member.id, details };
  await addAuditEntry(context.db, { ...entry, action: "admin.code-refused" });
  return false;
}

type FailedSignIn = { waiting: Account | undefined; member: Account | undefined; sender: PasswordSender };

/**
 * Always fails. On a site that confirms addresses, it always checks a password hash, so that response time reveals
 * nothing.
 */
async function failSignIn(
  { db, site }: Context,
  { waiting: waitingAccount, member, sender }: FailedSignIn,
  password: string,
): Promise<never> {
  if (!site.confirmsEmails && !waitingAccount) fail("AUTH_INVALID_CREDENTIALS");
  const refusedSignUp = await findRefusedSignUp(db, member?.id ?? randomId());
  const isOfSignUp = await verifyPassword(waitingAccount?.passwordHash ?? refusedSignUp, password, sender);
  fail(isOfSignUp ? "AUTH_EMAIL_NOT_CONFIRMED" : "AUTH_INVALID_CREDENTIALS");
}

export const session = handle(contract.accounts.session, async ({ me, exchange, ...context }) => {
  if (me) return { user: presentAccount(await getAccount(context.db, me.id), me, context), hasExpired: false };
  // The cache is cleared because the next person at a shared phone must not find the session's data.
  if (exchange.hadSession) exchange.clearCache();
  // Without the cookie, the next request does not report `hasExpired` again.
  if (exchange.hadSession && !exchange.hasJustEnded) exchange.clearSession();
  return { user: null, hasExpired: exchange.hadSession };
});

export const signOut = handle(contract.accounts.signOut, async ({ me, exchange, db, clock, live }) => {
  await closeSession({ db, clock }, exchange.sessionToken);
  if (me) live.endSession(me.sessionId);
  exchange.clearSession();
  return {};
});
