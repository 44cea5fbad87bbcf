import { type Kysely, sql } from "kysely";

/**
 * A member asks to be verified by two sides of a document, a selfie and a birth date. The bytes are encrypted by a key of the
 * request, which is kept here sealed and destroyed when the documents' time is over; the decision stays, with the keyed hash of
 * the document's number when the reviewer typed it: a ban of the member keeps it from coming back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table verification_request (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
      birth_on date not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      reviewed_at timestamptz,
      reviewed_by uuid references member,
      reason text,
      note text check (char_length(note) between 1 and 500),
      sealed_key bytea,
      documents_end_at timestamptz,
      document_mark bytea check (length(document_mark) = 32),
      check ((status = 'pending') = (reviewed_at is null)),
      check ((status = 'pending') = (reviewed_by is null)),
      check ((status = 'pending') = (documents_end_at is null)),
      check ((status = 'rejected') = (reason is not null)),
      check (status <> 'pending' or sealed_key is not null),
      constraint verification_request_mark_fits_status check (document_mark is null or status = 'approved')
    );
    create unique index verification_request_pending_index on verification_request (member_id) where status = 'pending';
    create index verification_request_list_index on verification_request (created_at desc, id desc);
    create index verification_request_status_index on verification_request (status, created_at desc, id desc);
    create index verification_request_member_index on verification_request (member_id, created_at desc);
    create index verification_request_end_index on verification_request (documents_end_at) where sealed_key is not null;
    select grant_to_app('select, insert', 'verification_request');
    select grant_to_app('update (
      status, birth_on, updated_at, reviewed_at, reviewed_by, reason, note, sealed_key, documents_end_at,
      document_mark
    )', 'verification_request');

    -- Without a foreign key: a document's row outlives its request until a sweep has removed the bytes.
    create table verification_document (
      object_key text primary key,
      request_id uuid not null,
      kind text not null check (kind in ('front', 'back', 'selfie')),
      created_at timestamptz not null,
      unique (request_id, kind)
    );
    create index verification_document_created_at_index on verification_document (created_at);
    select grant_to_app('select, insert, delete, update (created_at)', 'verification_document')`.execute(db);
}
