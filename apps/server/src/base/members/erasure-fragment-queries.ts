// Statements for a restored database, over the connection of its owner. Their first parameter is the member's id.

/** Deactivates a member until the erasure begins that the restored database does not know of: its day, and when it was asked for. */
export const REPEAT_REGRET = `
  update profile set erases_at = $2::timestamptz, deactivated_at = coalesce(deactivated_at, $3::timestamptz)
  where member_id = $1`;

/** Activates a member who has taken an erasure back. */
export const REPEAT_END_OF_REGRET = `
  update profile set erases_at = null, deactivated_at = null where member_id = $1`;
