import { contract } from "@caramelo/contract/contract";
import { staffFields } from "@caramelo/contract/texts/admin";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMember, removeUnconfirmedAccount } from "../../../base/members/member-queries.ts";
import { addProfile } from "../../../base/members/profile-queries.ts";
import { isUniqueViolation } from "../../../platform/database/violations.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { randomId } from "../../../platform/ids.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
import { makeToken } from "../../../platform/secrets/tokens.ts";
import { addLinkMail } from "../add-link-mail.ts";
import { isAddressRefused } from "../address-commands.ts";

/**
 * Makes an account of the staff whose password nobody knows. Only the mailed link sets one, and closing the access voids
 * the link.
 */
export const inviteStaff = handle(contract.accounts.inviteStaff, async ({ body, me, limits: _, ...context }) => {
  const { db, clock, site } = context;
  const { email, name, role } = body;
  const now = clock.now();
  requireFreshFactor(me, now);
  if (await isAddressRefused(context, { email })) failEmail();
  const id = randomId();
  const passwordHash = await hashPassword(makeToken(), memberSender(me.id));
  const times = { createdAt: now, updatedAt: now };
  try {
    await db.transaction().execute(async (trx) => {
      await removeUnconfirmedAccount(trx, email);
      await addMember(trx, { id, email, passwordHash, ...times });
      await addProfile(trx, { memberId: id, role: "admin", isAdmin: true, staffRole: role, name, ...times });
      await addLinkMail(
        { db: trx, site },
        { memberId: id, kind: "recovery", to: email, mail: "staff-invitation" },
        now,
      );
      const details = { to: role };
      await addAuditEntry(trx, { at: now, actorId: me.id, action: "team.invited", subjectId: id, details });
    });
  } catch (error) {
    // Somebody else has taken the address meanwhile.
    if (isUniqueViolation(error, "member_email_key")) failEmail();
    throw error;
  }
  return {};
});

function failEmail(): never {
  fail("VALIDATION_ERROR", { fields: { email: staffFields.staffEmailTaken } });
}
