import { type Kysely, sql } from "kysely";

/**
 * Passkeys (Web Authentication) and the challenges that they sign. A passkey's public key opens nothing by itself, and of a
 * challenge only the hash is kept. A challenge is removed by the first answer to it, right or wrong.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkey (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
      public_key bytea not null check (length(public_key) between 1 and 2048),
      counter bigint not null check (counter >= 0),
      name text not null check (char_length(name) between 1 and 60),
      created_at timestamptz not null,
      last_used_at timestamptz,
      blocked_at timestamptz
    );
    comment on column passkey.counter is 'How often the passkey has signed, as it counts itself; 0 where it does not count';
    comment on column passkey.blocked_at is 'The counter went back, so the passkey may have been copied, and opens nothing any more';
    create index passkey_member_id_index on passkey (member_id);
    select grant_to_app('select, insert, delete, update (counter, name, last_used_at, blocked_at)', 'passkey');

    create table passkey_challenge (
      hash bytea primary key check (length(hash) = 32),
      purpose text not null check (purpose in ('addition', 'proof', 'sign-in')),
      session_id uuid references session on delete cascade,
      expires_at timestamptz not null,
      check ((purpose = 'sign-in') = (session_id is null))
    );
    create index passkey_challenge_session_id_index on passkey_challenge (session_id);
    create index passkey_challenge_expires_at_index on passkey_challenge (expires_at);
    select grant_to_app('select, insert, delete', 'passkey_challenge')`.execute(db);
}
