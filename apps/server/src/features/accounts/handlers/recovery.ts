import { contract } from "@caramelo/contract/contract";
import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from "@caramelo/contract/limits";
import { auditStaffAction } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { writeMail } from "../../../base/mail/text-rules.ts";
import { changePassword, lockMember } from "../../../base/members/member-queries.ts";
import type { Context } from "../../../platform/context.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword, isCommonPassword } from "../../../platform/secrets/passwords.ts";
import { hashToken } from "../../../platform/secrets/tokens.ts";
import { findOpenLink, useLink, voidLinksAfter } from "../queries/links.ts";
import { endSessionsOfMember } from "../queries/sessions.ts";
import { findInvitedEmail } from "../queries/team.ts";
import { judgeNewPassword } from "../rules.ts";
import { keepOnlyDevice } from "../session-check.ts";

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
  const { db, clock, live } = context;
  const { id: linkId, memberId, isAdmin, email, createdAt } = await getRecovery({ db, clock }, body.token);
  const password = judgeNewPassword(body.password, { isAdmin, isCommon: isCommonPassword(body.password) });
  if (password !== undefined) fail("VALIDATION_ERROR", { fields: { password } });
  const passwordHash = await hashPassword(body.password, memberSender(memberId));

  const now = clock.now();
  const device = await db.transaction().execute(async (trx) => {
    const member = (await lockMember(trx, memberId)) ?? fail("RESET_LINK_INVALID");
    if (!(await useLink(trx, linkId, now))) fail("RESET_LINK_INVALID");
    await changePassword(trx, memberId, passwordHash, now);
    await voidLinksAfter(trx, { memberId, email, createdAt }, now);
    await endSessionsOfMember(trx, memberId, now);
    await addMail(trx, member.email, writeMail("password-changed"), now);
    await auditStaffAction(trx, "admin.password-reset", { memberId, isAdmin, now });
    return keepOnlyDevice({ db: trx, clock }, exchange, memberId);
  });
  live.endMember(memberId);
  exchange.setDevice(device);
  // The member ended this session by the new password, so the sign-in screen must not show that it has expired.
  if (me?.id === memberId) exchange.clearSession();
  return {};
});

/**
 * The open recovery link of a token. It cannot open an unconfirmed account, which may be a stranger's sign-up; the
 * owner of the address signs up again instead.
 */
async function getRecovery({ db, clock }: Pick<Context, "db" | "clock">, token: string) {
  const link = await findOpenLink(db, ["recovery"], hashToken(token), clock.now());
  return link && !link.awaitsConfirmation ? link : fail("RESET_LINK_INVALID");
}
