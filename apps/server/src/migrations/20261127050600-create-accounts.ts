import { type Kysely, sql } from "kysely";

/**
 * What begins, confirms and ends an account. A sign-up that nobody confirmed can be removed whole, and nothing else of the
 * members can: the product has no right to delete a member, only this function.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table consent (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      kind text not null check (kind in ('terms', 'sensitive_data', 'marketing')),
      text_version text not null,
      text_hash bytea not null check (length(text_hash) = 32),
      given_at timestamptz not null,
      revoked_at timestamptz
    );
    create unique index consent_current_index on consent (member_id, kind) where revoked_at is null;
    select grant_to_app('select, insert, update (revoked_at)', 'consent');

    -- Mailed links: to a new password, to confirm an address, to confirm another one, to claim a managed profile. Only the hash
    -- of each is kept.
    create table account_link (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      kind text not null check (kind in ('recovery', 'confirmation', 'email_change', 'claim')),
      token_hash bytea not null unique check (length(token_hash) = 32),
      email text not null check (email = lower(email) and length(email) <= 254),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    comment on column account_link.email is 'The address that it was sent to';
    comment on column account_link.used_at is 'Used, or no longer good for another reason';
    -- A new link of a kind replaces the one before, whoever asks at once.
    create unique index account_link_open_index on account_link (member_id, kind) where used_at is null;
    create index account_link_expires_index on account_link (expires_at);
    select grant_to_app('select, insert, delete, update (used_at)', 'account_link');

    -- The password of the latest sign-up that was refused because a member has its address. It opens nothing.
    create table refused_sign_up (
      member_id uuid primary key references member on delete cascade,
      password_hash text not null,
      created_at timestamptz not null
    );
    select grant_to_app('select, insert, delete, update (password_hash, created_at)', 'refused_sign_up');

    -- Who was warned that an account without a sign-in will be deactivated.
    create table inactivity_warning (
      member_id uuid primary key references member on delete cascade,
      warned_at timestamptz not null
    );
    create index inactivity_warning_time_index on inactivity_warning (warned_at);
    select grant_to_app('select, insert, delete', 'inactivity_warning');

    -- The lock comes first and in a statement of its own: what is read after it is the latest state, so an account that is
    -- being confirmed at this moment stays.
    create function remove_unconfirmed_account(address text) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      account uuid;
    begin
      select id into account from member where email = address for update;
      delete from member where id = account and exists (
        select from profile where member_id = account and awaits_confirmation and suspended_at is null
      );
    end $$;
    revoke execute on function remove_unconfirmed_account from public;
    select grant_to_app('execute', 'function remove_unconfirmed_account');

    -- The secrets are sealed with a key that is not in the database.
    create table staff_factor (
      member_id uuid primary key references member on delete cascade,
      secret bytea,
      set_up_at timestamptz,
      last_step bigint not null default 0,
      pending_secret bytea,
      pending_at timestamptz,
      check (num_nulls(secret, set_up_at) in (0, 2)),
      check (num_nulls(pending_secret, pending_at) in (0, 2))
    );
    comment on column staff_factor.last_step is 'The last half minute whose code was taken: no code counts twice';
    select grant_to_app('select, insert, delete', 'staff_factor');
    select grant_to_app('update (secret, set_up_at, last_step, pending_secret, pending_at)', 'staff_factor');

    create table recovery_code (
      member_id uuid not null references staff_factor on delete cascade,
      code_hash bytea not null check (length(code_hash) = 32),
      used_at timestamptz,
      primary key (member_id, code_hash)
    );
    select grant_to_app('select, insert, delete, update (used_at)', 'recovery_code')`.execute(db);
}
