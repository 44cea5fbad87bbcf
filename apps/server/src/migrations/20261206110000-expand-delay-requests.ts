import { type Kysely, sql } from "kysely";

/** What was asked for by a young way in waits a day, so that the member can deny it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delayed_request (
      member_id uuid not null references member on delete cascade,
      kind text not null check (kind in ('erasure', 'email_change')),
      email text check ((email is not null) = (kind = 'email_change') and length(email) <= 254),
      asked_at timestamptz not null,
      due_at timestamptz not null,
      primary key (member_id, kind)
    );
    comment on column delayed_request.email is 'The new address of a change';
    select grant_to_app('select, insert, delete', 'delayed_request')`.execute(db);
}
