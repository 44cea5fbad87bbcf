import { contract } from "@caramelo/contract/contract";
import type { Context } from "../../../platform/context.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { hashPassword, isCommonPassword } from "../../../platform/passwords.ts";
import { addressKey } from "../../../platform/rate-limit.ts";
import { hashToken } from "../../../platform/tokens.ts";
import { addMail } from "../../mail/queries.ts";
import { confirmProfile } from "../../profiles/queries.ts";
import { findOpenLink, lockMember, useLink, voidLinks } from "../link-queries.ts";
import { passwordChangedMail } from "../mail-rules.ts";
import { changePassword, endSessionsOfMember } from "../queries.ts";
import { judgeNewPassword } from "../rules.ts";
import { traceStaff } from "./staff-trace.ts";

/** The same work for every address: what tells them apart is a job's to find out. */
export const requestRecovery = handle(contract.accounts.requestRecovery, async ({ body, exchange, db, limits }) => {
  await limits.links.take(addressKey(exchange.address));
  await limits.recovery.take(body.email);
  await addJob(db, "send-recovery", { email: body.email }, FIRST);
  return {};
});

export const checkRecovery = handle(contract.accounts.checkRecovery, async ({ body, exchange, db, clock, limits }) => {
  await limits.links.take(addressKey(exchange.address));
  await getRecovery({ db, clock }, body.token);
  return {};
});

export const resetPassword = handle(contract.accounts.resetPassword, async ({ body, me, exchange, ...context }) => {
  const { db, clock, limits, live } = context;
  await limits.links.take(addressKey(exchange.address));
  const { id: linkId, memberId, isAdmin } = await getRecovery({ db, clock }, body.token);
  const password = judgeNewPassword(body.password, { isAdmin, isCommon: isCommonPassword(body.password) });
  if (password !== undefined) fail("VALIDATION_ERROR", { fields: { password } });
  const passwordHash = await hashPassword(body.password);

  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const member = (await lockMember(trx, memberId)) ?? fail("RESET_LINK_INVALID");
    if (!(await useLink(trx, linkId, now))) fail("RESET_LINK_INVALID");
    await changePassword(trx, memberId, passwordHash, now);
    await voidLinks(trx, memberId, now);
    // The link came by mail: who holds it has shown whose address it is.
    await confirmProfile(trx, memberId, now);
    await endSessionsOfMember(trx, memberId, now);
    await addMail(trx, { id: uuidv7(now), to: member.email, createdAt: now, ...passwordChangedMail() });
    await traceStaff(trx, "admin.password-reset", { memberId, isAdmin, now });
  });
  live.endMember(memberId);
  // Else the sign-in screen would say that the session has expired, which is no news to who ended it.
  if (me?.id === memberId) exchange.clearSession();
  return {};
});

async function getRecovery({ db, clock }: Pick<Context, "db" | "clock">, token: string) {
  return (await findOpenLink(db, ["recovery"], hashToken(token), clock.now())) ?? fail("RESET_LINK_INVALID");
}
