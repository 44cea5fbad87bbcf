import { contract } from "@caramelo/contract/contract";
import { RECOVERY_LINK_HOURS } from "@caramelo/contract/limits";
import { auditStaffAction } from "../../../base/audit/queries.ts";
import { changePassword, lockMember } from "../../../base/members/member-queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
import { hashToken, makeToken } from "../../../platform/secrets/tokens.ts";
import { isFactorDeniable } from "../factor-rules.ts";
import { findFactor, removeFactor } from "../queries/factors.ts";
import { removeDevicesOfMember } from "../queries/known-devices.ts";
import { findOpenLink, replaceLink, useLink, voidLinks } from "../queries/links.ts";
import { removePasskeysOfMember } from "../queries/passkeys.ts";
import { endSessionsOfMember } from "../queries/sessions.ts";
import { linkEnd } from "../rules.ts";

export const checkSignInAlert = handle(contract.accounts.checkSignInAlert, async ({ body, db, clock }) => {
  await getAlert({ db, clock }, body.token);
  return {};
});

/**
 * Locks everybody out of an account until its person has chosen a new password. The answer holds the secret for that: it
 * opens no more than the link of a recovery, which the reader of this mail could ask for as well.
 */
export const denySignIn = handle(contract.accounts.denySignIn, async ({ body, me, exchange, ...context }) => {
  const { db, clock, live } = context;
  const { id: linkId, memberId, isAdmin } = await getAlert({ db, clock }, body.token);
  // Nobody knows this password.
  const passwordHash = await hashPassword(makeToken(), memberSender(memberId));
  const [now, token] = [clock.now(), makeToken()];
  await db.transaction().execute(async (trx) => {
    const { email } = (await lockMember(trx, memberId)) ?? fail("RESET_LINK_INVALID");
    if (!(await useLink(trx, linkId, now))) fail("RESET_LINK_INVALID");
    await changePassword(trx, memberId, passwordHash, now);
    await voidLinks(trx, memberId, now);
    await endSessionsOfMember(trx, memberId, now);
    await removeDevicesOfMember(trx, memberId);
    // The intruder may have added one. Those of staff stay, because a mailbox must not be enough to take away a factor.
    if (!isAdmin) await removeAddedKeys(trx, memberId, now);
    const times = { createdAt: now, expiresAt: linkEnd(RECOVERY_LINK_HOURS, now) };
    const recovery = { id: uuidv7(now), memberId, kind: "recovery" as const, email, tokenHash: hashToken(token) };
    await replaceLink(trx, { ...recovery, ...times });
    await auditStaffAction(trx, "admin.sign-in-denied", { memberId, isAdmin, now });
  });
  const isOwn = me?.id === memberId;
  // This tab goes on to the new password. The end of its live connection would send it to the sign-in screen instead.
  live.endMember(memberId, isOwn ? me.sessionId : undefined);
  if (isOwn) exchange.clearSession();
  return { recoveryToken: token };
});

async function removeAddedKeys(trx: Db, memberId: string, now: Date): Promise<void> {
  await removePasskeysOfMember(trx, memberId);
  const factor = await findFactor(trx, memberId);
  if (factor && isFactorDeniable(factor, now)) await removeFactor(trx, memberId);
}

async function getAlert({ db, clock }: Pick<Context, "db" | "clock">, token: string) {
  const link = await findOpenLink(db, ["sign_in_alert"], hashToken(token), clock.now());
  return link ?? fail("RESET_LINK_INVALID");
}
