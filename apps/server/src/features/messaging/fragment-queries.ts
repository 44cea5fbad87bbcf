import { type RawBuilder, sql } from "kysely";

/** An id, or a column that holds one, such as `sql.ref("profile.memberId")`. */
type MemberId = string | RawBuilder<unknown>;

/** Whether a member has ever written to another. */
export function hasWrittenTo(sender: MemberId, recipient: MemberId): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from message where message.sender_id = ${sender} and message.recipient_id = ${recipient}
  )`;
}
