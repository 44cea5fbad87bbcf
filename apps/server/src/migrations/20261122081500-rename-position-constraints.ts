import { type Kysely, sql } from "kysely";

/** "Place" had six meanings; the standard words are position and sequence number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message rename constraint message_is_stored_once to message_client_id_key`.execute(db);
  await sql`alter table message rename constraint message_has_its_place_with_sender to message_sender_seq_key`.execute(
    db,
  );
  await sql`
    alter table message rename constraint message_has_its_place_with_recipient to message_recipient_seq_key`.execute(
    db,
  );
  await sql`alter table photo rename constraint photo_place_is_taken_once to photo_position_key`.execute(db);
  await sql`comment on column profile.tier_until is 'When the premium or highlight of the tier ends; null without one'`.execute(
    db,
  );
}
