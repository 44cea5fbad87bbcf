import { type Kysely, sql } from "kysely";

/**
 * Sessions, and the browsers in which a member signed up or signed in. Whatever changes what a session may do is announced, in
 * the transaction that changes it, so that no writer can forget the processes that keep sessions in memory: not the command
 * line either, nor an operator with SQL. A session in use moves its end on every few minutes, which announces nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table session (
      id uuid primary key,
      token_hash bytea not null unique check (length(token_hash) = 32),
      member_id uuid not null references member on delete cascade,
      is_remembered boolean not null,
      user_agent text not null check (char_length(user_agent) <= 300),
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      proved_at timestamptz not null,
      has_factor boolean not null default false
    );
    create index session_member_id_index on session (member_id);
    create index session_end_index on session (least(ended_at, expires_at));
    select grant_to_app('select, insert, delete', 'session');
    select grant_to_app('update (last_seen_at, expires_at, ended_at, proved_at, has_factor)', 'session');

    -- The hash is of the member and the cookie's secret together.
    create table known_device (
      member_id uuid not null references member on delete cascade,
      token_hash bytea not null check (length(token_hash) = 32),
      last_used_at timestamptz not null,
      primary key (member_id, token_hash)
    );
    create index known_device_last_used_index on known_device (last_used_at);
    select grant_to_app('select, insert, delete, update (last_used_at)', 'known_device');

    create function announce_session_change() returns trigger language plpgsql as $$
    declare
      who text := 'all';
    begin
      if tg_op <> 'TRUNCATE' then
        who := old.member_id;
      end if;
      perform pg_notify('session_changes', who);
      -- Reaches the connection that writes, whatever its settings say, before it learns of its own commit.
      raise info using message = 'session_changes', detail = who;
      return null;
    end $$;
    create trigger session_announces_change after update on session
      for each row when (
      (old.member_id, old.token_hash, old.ended_at, old.proved_at, old.has_factor, old.is_remembered)
      is distinct from (new.member_id, new.token_hash, new.ended_at, new.proved_at, new.has_factor, new.is_remembered)
      or new.expires_at < old.expires_at
      )
      execute function announce_session_change();
    create trigger session_announces_removal after delete on session
      for each row execute function announce_session_change();
    create trigger session_announces_emptying after truncate on session
      for each statement execute function announce_session_change();
    create trigger profile_announces_session_removal after delete on profile
      for each row execute function announce_session_change();
    create trigger profile_announces_session_change after update on profile
      for each row when (
      (old.is_open, old.age_gate, old.is_admin, old.staff_role, old.role, old.city_id)
      is distinct from (new.is_open, new.age_gate, new.is_admin, new.staff_role, new.role, new.city_id)
      )
      execute function announce_session_change()`.execute(db);
}
