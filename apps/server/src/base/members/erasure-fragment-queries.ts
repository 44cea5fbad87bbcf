// Statements for a restored database, over the connection of its owner. The first parameter is the member's id.

/** Deactivates a member until the erasure begins that the restored database does not know of: its day, and when it was asked for. */
export const REPEAT_REGRET = `
  update profile set erases_at = $2::timestamptz, deactivated_at = coalesce(deactivated_at, $3::timestamptz)
  where member_id = $1`;

/** Activates a member who has taken an erasure back, unless the consent to sensitive data is missing or the account is frozen. */
export const REPEAT_END_OF_REGRET = `
  update profile set erases_at = null,
    deactivated_at = case when consent_withdrawn_at is not null or frozen_at is not null then deactivated_at end
  where member_id = $1`;

/** Moves the day on which the erasures of members begin. The first parameter is all their ids. */
export const DELAY_REGRETS = `
  update profile set erases_at = $2::timestamptz where member_id = any ($1::uuid[])`;
