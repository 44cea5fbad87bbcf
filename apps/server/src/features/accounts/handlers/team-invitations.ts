import { contract } from "@caramelo/contract/contract";
import { staffFields } from "@caramelo/contract/texts/admin";
import { addInvitedStaff, removeUnconfirmedAccount } from "../../../base/members/member-queries.ts";
import type { Context } from "../../../platform/context.ts";
import { isUniqueViolation } from "../../../platform/database/contention.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { randomId } from "../../../platform/ids.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
import { makeToken } from "../../../platform/secrets/tokens.ts";
import { addLinkMail } from "../add-link-mail.ts";
import { isAddressRefused } from "../address-commands.ts";
import { changeStaff } from "../change-staff.ts";
import { hasOpenLinkSince, voidLinks } from "../queries/links.ts";
import { findInvitedEmail } from "../queries/team.ts";
import { isReservedAddress } from "../rules.ts";

const REPEAT_PAUSE_SECONDS = 60;

/**
 * Makes a staff account without a known password. Only the mailed link sets one, and closing the access voids the link.
 * The database adds the row of the audit log together with the account.
 */
export const inviteStaff = handle(contract.accounts.inviteStaff, async ({ body, me, limits, ...context }) => {
  const { email, name, role } = body;
  requireFreshFactor(me, context.clock.now());
  if (isReservedAddress(email)) fail("VALIDATION_ERROR", { fields: { email: staffFields.invitationNeedsAddress } });
  if (await isAddressRefused(context, { email })) failEmail();
  await limits.staffInvitations.take();
  const id = randomId();
  const passwordHash = await hashPassword(makeToken(), memberSender(me.id));
  const account = { id, email, passwordHash, name, staffRole: role, sessionId: me.sessionId };
  try {
    await context.db.transaction().execute(async (trx) => {
      await removeUnconfirmedAccount(trx, email);
      // The database has checked the proof again, after it locked the owner.
      if (!(await addInvitedStaff(trx, account))) fail("FRESH_FACTOR_REQUIRED");
      await addInvitation(trx, context, { id, email });
    });
  } catch (error) {
    // Another account has taken the address meanwhile.
    if (isUniqueViolation(error, "member_email_key")) failEmail();
    throw error;
  }
  return {};
});

/** Mails another link to an invited person who has not set a password yet; the previous link becomes void. */
export const repeatStaffInvitation = handle(
  contract.accounts.repeatStaffInvitation,
  async ({ params: { id }, me, limits, ...context }) => {
    const now = context.clock.now();
    requireFreshFactor(me, now);
    await limits.staffInvitations.take();
    await changeStaff(context, { me, id, now }, async (trx) => {
      const email = (await findInvitedEmail(trx, id)) ?? fail("NOT_FOUND");
      // Pressed twice or in a loop, this sends no further mail, and the link just mailed stays valid.
      const since = new Date(now.getTime() - REPEAT_PAUSE_SECONDS * 1_000);
      if (await hasOpenLinkSince(trx, id, "recovery", since))
        fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: REPEAT_PAUSE_SECONDS });
      await voidLinks(trx, id, now);
      await addInvitation(trx, context, { id, email });
      return { action: "team.invited-again", details: {} };
    });
    return {};
  },
);

function addInvitation(
  trx: Db,
  { site, clock }: Pick<Context, "site" | "clock">,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const link = { memberId: id, kind: "recovery", to: email, mail: "staff-invitation" } as const;
  return addLinkMail({ db: trx, site }, link, clock.now());
}

function failEmail(): never {
  fail("VALIDATION_ERROR", { fields: { email: staffFields.staffEmailTaken } });
}
