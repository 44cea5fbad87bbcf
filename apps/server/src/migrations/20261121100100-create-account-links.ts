import { type Kysely, sql } from "kysely";

/** Mailed links: to a new password, to confirm an address, to confirm another one. Only the hash of each is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_link (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      kind text not null check (kind in ('recovery', 'confirmation', 'email_change')),
      token_hash bytea not null unique check (length(token_hash) = 32),
      email text not null check (email = lower(email) and length(email) <= 254),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`comment on column account_link.email is 'The address that it was sent to'`.execute(db);
  await sql`comment on column account_link.used_at is 'Used, or no longer good for another reason'`.execute(db);
  // A new link of a kind replaces the one before, whoever asks at once.
  await sql`create unique index account_link_open_index on account_link (member_id, kind) where used_at is null`.execute(
    db,
  );
  await sql`create index account_link_expires_index on account_link (expires_at)`.execute(db);
  await sql`select grant_to_app('select, insert, delete, update (used_at)', 'account_link')`.execute(db);
}
