import { type Kysely, sql } from "kysely";

/** Each step holds the streams of some members for a moment, so that no message waits longer. */
const STEP = 1_000;

type Position = { ownerId: string; otherId: string };

/** Fills what the migration before added, in the rows that are older. It goes through all rows by their key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let after: Position | undefined = { ownerId: FIRST, otherId: FIRST };
  while (after) {
    const start: Position = after;
    after = db.isTransaction
      ? await fillStep(db, start)
      : await db.transaction().execute((trx) => fillStep(trx, start));
  }
}

const FIRST = "00000000-0000-0000-0000-000000000000";

/**
 * Fills the next rows, under the locks that every change of a conversation takes first: a statement after the lock sees
 * what was committed while it waited. Returns the last row.
 */
async function fillStep(trx: Kysely<unknown>, { ownerId, otherId }: Position): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select owner_id as "ownerId", other_id as "otherId" from conversation
    where (owner_id, other_id) > (${ownerId}::uuid, ${otherId}::uuid) and last_sent_at is null
    order by owner_id, other_id limit ${sql.lit(STEP)}`.execute(trx);
  const [owners, others] = [rows.map((row) => row.ownerId), rows.map((row) => row.otherId)];
  await sql`
    select from member_stream where member_id = any(${owners}::uuid[]) order by member_id for no key update`.execute(
    trx,
  );
  await sql`
    update conversation set
      received = (
        select count(*) from message where sender_id = conversation.other_id and recipient_id = conversation.owner_id
      ),
      last_text = left(last.text, 120), last_sent_at = last.sent_at, last_read_at = last.read_at,
      is_last_mine = last.sender_id = conversation.owner_id
    from unnest(${owners}::uuid[], ${others}::uuid[]) part (owner_id, other_id), message last
    where last.id = conversation.last_message_id and last_sent_at is null
      and conversation.owner_id = part.owner_id and conversation.other_id = part.other_id`.execute(trx);
  return rows.at(-1);
}
