import { contract } from "@caramelo/contract/contract";
import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from "@caramelo/contract/limits";
import { auditStaffAction } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { writeMail } from "../../../base/mail/text-rules.ts";
import { lockMember, proveEmail, setPassword } from "../../../base/members/member-queries.ts";
import { endSessionsOfMember } from "../../../base/sessions/queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword, isCommonPassword } from "../../../platform/secrets/passwords.ts";
import { hashToken } from "../../../platform/secrets/tokens.ts";
import { openFrozenAccount } from "../frozen-account.ts";
import { cancelDelayedRequests } from "../queries/delayed-requests.ts";
import { findFactor, switchOffFactor } from "../queries/factors.ts";
import { findOpenLink, useLink, voidLinksAfter } from "../queries/links.ts";
import { listPasskeys, switchOffPasskeys } from "../queries/passkeys.ts";
import { findInvitedEmail } from "../queries/team.ts";
import { judgeNewPassword } from "../rules.ts";
import { keepOnlyDevice } from "../session-check.ts";
import { trustedUntil } from "../way-rules.ts";

/**
 * The keys that open an account besides its password, the oldest passkey first and the app last. A blocked key opens
 * nothing.
 */
async function listWaysLeft(db: Db, memberId: string) {
  const passkeys = (await listPasskeys(db, memberId)).filter(({ blockedAt }) => blockedAt === null);
  const keys = passkeys.map(({ name, createdAt, addedOn, offSince }) => ({
    kind: "key" as const,
    name,
    addedAt: createdAt,
    addedOn,
    isOff: offSince !== null,
  }));
  const { setUpAt, addedOn = null, offSince = null } = (await findFactor(db, memberId)) ?? {};
  const app = { kind: "app" as const, name: null, addedOn, isOff: offSince !== null };
  return setUpAt ? [...keys, { ...app, addedAt: setUpAt }] : keys;
}

/**
 * Does the same work for every address, so that the time of the answer reveals nothing; a job looks for the account.
 */
export const requestRecovery = handle(contract.accounts.requestRecovery, async ({ body, db }) => {
  await addJob(db, "send-recovery", { email: body.email }, FIRST);
  return {};
});

export const checkRecovery = handle(contract.accounts.checkRecovery, async ({ body, db, clock }) => {
  const { memberId, isAdmin } = await getRecovery({ db, clock }, body.token);
  if (!isAdmin) return { isFirstPassword: false, passwordMin: PASSWORD_MIN };
  return { isFirstPassword: (await findInvitedEmail(db, memberId)) !== undefined, passwordMin: ADMIN_PASSWORD_MIN };
});

export const resetPassword = handle(contract.accounts.resetPassword, async ({ body, me, exchange, ...context }) => {
  const { db, clock, live, site } = context;
  const { id: linkId, memberId, isAdmin, email, createdAt } = await getRecovery({ db, clock }, body.token);
  const password = judgeNewPassword(body.password, { isAdmin, isCommon: isCommonPassword(body.password) });
  if (password !== undefined) fail("VALIDATION_ERROR", { fields: { password } });
  const passwordHash = await hashPassword(body.password, memberSender(memberId));

  const now = clock.now();
  const { device, waysLeft } = await db.transaction().execute(async (trx) => {
    const member = (await lockMember(trx, memberId)) ?? fail("RESET_LINK_INVALID");
    if (!(await useLink(trx, linkId, now))) fail("RESET_LINK_INVALID");
    await setPassword(trx, memberId, passwordHash, now);
    await proveEmail(trx, memberId, email);
    await voidLinksAfter(trx, { memberId, email, createdAt }, now);
    await endSessionsOfMember(trx, memberId, now);
    await cancelDelayedRequests(trx, memberId);
    await addMail(trx, member.email, writeMail("password-changed"), now);
    await openFrozenAccount({ db: trx, site }, { memberId, email: member.email }, now);
    await auditStaffAction(trx, "admin.password-reset", { memberId, isAdmin, now });
    // An intruder may have added them. Those of staff stay, because access to a mailbox must not be enough to remove a
    // factor.
    if (!isAdmin) await switchOffNewWays(trx, memberId, now);
    return {
      device: await keepOnlyDevice({ db: trx, clock }, exchange, memberId),
      waysLeft: await listWaysLeft(trx, memberId),
    };
  });
  live.endMember(memberId);
  exchange.setDevice(device);
  // The member ended this session by the new password, so the sign-in screen must not show that it has expired.
  if (me?.id === memberId) exchange.clearSession();
  return { waysLeft };
});

async function switchOffNewWays(trx: Db, memberId: string, now: Date): Promise<void> {
  await switchOffPasskeys(trx, memberId, trustedUntil(now), now);
  await switchOffFactor(trx, memberId, trustedUntil(now), now);
}

/**
 * The open recovery link of a token. It cannot open an unconfirmed account, which may be a stranger's sign-up; the
 * owner of the address signs up again instead.
 */
async function getRecovery({ db, clock }: Pick<Context, "db" | "clock">, token: string) {
  const link = await findOpenLink(db, ["recovery"], hashToken(token), clock.now());
  return link && !link.awaitsConfirmation ? link : fail("RESET_LINK_INVALID");
}
