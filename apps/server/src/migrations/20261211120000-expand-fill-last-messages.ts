import { type Kysely, sql } from "kysely";

/** Each step holds the streams of some members for a moment, so that no message waits longer. */
const STEP = 1_000;

type Position = { ownerId: string; otherId: string };

/** Fills what the migration before added, in the rows that are older. It goes through all rows by their key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let after: Position | undefined = { ownerId: FIRST, otherId: FIRST };
  while (after) after = await fillStep(db, after);
}

const FIRST = "00000000-0000-0000-0000-000000000000";

/** Fills the next rows, under the locks that every change of a conversation takes first. Returns the last one. */
async function fillStep(db: Kysely<unknown>, { ownerId, otherId }: Position): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    with part as materialized (
      select owner_id, other_id from conversation where (owner_id, other_id) > (${ownerId}::uuid, ${otherId}::uuid)
      order by owner_id, other_id limit ${sql.lit(STEP)}
    ), locked as materialized (
      select from member_stream where member_id in (select owner_id from part)
      order by member_id for no key update
    ), filled as (
      update conversation set
        received = (
          select count(*) from message where sender_id = conversation.other_id and recipient_id = conversation.owner_id
        ),
        last_text = left(last.text, 120), last_sent_at = last.sent_at, last_read_at = last.read_at,
        is_last_mine = last.sender_id = conversation.owner_id
      from part, message last
      where (select count(*) from locked) >= 0 and last.id = conversation.last_message_id and last_sent_at is null
        and conversation.owner_id = part.owner_id and conversation.other_id = part.other_id
    )
    select owner_id as "ownerId", other_id as "otherId" from part order by owner_id desc, other_id desc limit 1`.execute(
    db,
  );
  return rows[0];
}
