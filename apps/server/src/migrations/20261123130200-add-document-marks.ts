import { type Kysely, sql } from "kysely";

/** The keyed hash of the document's number, when the reviewer typed it: a ban of the member keeps it from coming back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table verification_request
      add column document_mark bytea check (length(document_mark) = 32),
      add constraint verification_request_mark_fits_status check (document_mark is null or status = 'approved')`.execute(
    db,
  );
  await sql`select grant_to_app('update (document_mark)', 'verification_request')`.execute(db);
}
