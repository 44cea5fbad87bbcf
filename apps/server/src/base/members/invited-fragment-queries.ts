import { RESERVED_DOMAIN } from "@caramelo/contract/accounts/account";
import { sql } from "kysely";

/**
 * SQL: the person of the account `member` was invited to the staff and has no password yet, neither set by themselves
 * nor on the machine, so the account is not in use.
 */
export const isInvited = sql<boolean>`(member.updated_at = member.created_at and exists (
  select from audit_entry where audit_entry.subject_id = member.id and audit_entry.action = 'team.invited'
))`;

/**
 * SQL: the invitation of `member` with its `profile` was withdrawn, so the account can never be used. Its address is
 * the temporary one that sign-ups have, too.
 */
export const isTakenBack = sql<boolean>`(
  profile.suspended_at is not null and member.email = member.id || ${sql.lit(`@${RESERVED_DOMAIN}`)}
)`;
