import { contract } from "@caramelo/contract/contract";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { changePassword, lockMember } from "../../../base/members/member-queries.ts";
import { endSessionsOfMember } from "../../../base/sessions/queries.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
import { makeToken } from "../../../platform/secrets/tokens.ts";
import { openFrozenAccount } from "../frozen-account.ts";
import { accessResetMail } from "../mail-rules.ts";
import { findAccount } from "../queries/accounts.ts";
import { cancelDelayedRequests } from "../queries/delayed-requests.ts";
import { removeFactor } from "../queries/factors.ts";
import { removeDevicesOfMember } from "../queries/known-devices.ts";
import { findFirstMailbox, voidLinksExceptAlerts } from "../queries/links.ts";
import { removePasskeysOfMember } from "../queries/passkeys.ts";

/**
 * For a member who lost the app and its recovery codes. The request may come from an intruder with the password, so the
 * password goes as well, and only the mailbox leads back in. It must be the one of a week ago, since an intruder can
 * change the address, too. Without any factor nothing changes.
 */
export const resetMemberFactor = handle(
  contract.accounts.resetMemberFactor,
  async ({ params: { id }, me, ...context }) => {
    const { db, clock, live, site } = context;
    const now = clock.now();
    requireFreshFactor(me, now);
    const account = await findAccount(db, id);
    if (!account || account.isAdmin) fail("NOT_FOUND");
    // A random password that is never shown.
    const passwordHash = await hashPassword(makeToken(), memberSender(id));
    const isReset = await db.transaction().execute(async (trx) => {
      const { email } = (await lockMember(trx, id)) ?? fail("NOT_FOUND");
      const [hadFactor, hadPasskey] = [await removeFactor(trx, id), await removePasskeysOfMember(trx, id)];
      if (!hadFactor && !hadPasskey) return false;
      if (((await findFirstMailbox(trx, id, now)) ?? email) !== email) fail("EMAIL_CHANGED_LATELY");
      await changePassword(trx, id, passwordHash, now);
      await voidLinksExceptAlerts(trx, id, now);
      await endSessionsOfMember(trx, id, now);
      await cancelDelayedRequests(trx, id);
      await removeDevicesOfMember(trx, id);
      await addMail(trx, email, accessResetMail(site.origin), now);
      await addJob(trx, "send-recovery", { email }, FIRST);
      await addAuditEntry(trx, { at: now, actorId: me.id, subjectId: id, action: "member.factor-reset" });
      return true;
    });
    if (isReset) live.endMember(id);
    context.publishChange([id]);
    return {};
  },
);

/** For a member who fears an intruder. No browser stays known, since one may be the intruder's. */
export const endMemberSessions = handle(
  contract.accounts.endMemberSessions,
  async ({ params: { id }, me, db, clock, live }) => {
    const now = clock.now();
    requireFreshFactor(me, now);
    const account = await findAccount(db, id);
    if (!account || account.isAdmin) fail("NOT_FOUND");
    await db.transaction().execute(async (trx) => {
      await endSessionsOfMember(trx, id, now);
      await cancelDelayedRequests(trx, id);
      await removeDevicesOfMember(trx, id);
      await addAuditEntry(trx, { at: now, actorId: me.id, subjectId: id, action: "member.sessions-ended" });
    });
    live.endMember(id);
    return {};
  },
);

/** For a member whose account was frozen from a former mailbox, once staff have seen their documents elsewhere. */
export const openFrozenMember = handle(
  contract.accounts.openFrozenMember,
  async ({ params: { id }, me, db, clock, site, publishChange }) => {
    const now = clock.now();
    requireFreshFactor(me, now);
    const account = await findAccount(db, id);
    if (!account || account.isAdmin) fail("NOT_FOUND");
    await db.transaction().execute(async (trx) => {
      const { email } = (await lockMember(trx, id)) ?? fail("NOT_FOUND");
      if (!(await openFrozenAccount({ db: trx, site }, { memberId: id, email }, now))) return;
      await addAuditEntry(trx, { at: now, actorId: me.id, subjectId: id, action: "member.unfrozen" });
    });
    publishChange([id]);
    return {};
  },
);
