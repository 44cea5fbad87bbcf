import { type Kysely, sql } from "kysely";

/**
 * Announces whatever changes what a session may do, in the transaction that changes it, so that no writer can forget the
 * processes that keep sessions in memory: not the command line either, nor an operator with SQL. A session in use moves its
 * end on every few minutes, which announces nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    end $$`.execute(db);
  await sql`
    create trigger session_announces_change after update on session
    for each row when (
      (old.member_id, old.token_hash, old.ended_at, old.proved_at, old.has_factor, old.is_remembered)
        is distinct from (new.member_id, new.token_hash, new.ended_at, new.proved_at, new.has_factor, new.is_remembered)
      or new.expires_at < old.expires_at
    )
    execute function announce_session_change()`.execute(db);
  await sql`
    create trigger session_announces_removal after delete on session
    for each row execute function announce_session_change()`.execute(db);
  await sql`
    create trigger session_announces_emptying after truncate on session
    for each statement execute function announce_session_change()`.execute(db);
  await sql`
    create trigger profile_announces_session_removal after delete on profile
    for each row execute function announce_session_change()`.execute(db);
  await sql`
    create trigger profile_announces_session_change after update on profile
    for each row when (
      (old.is_open, old.age_gate, old.is_admin, old.staff_role, old.role, old.city_id)
        is distinct from (new.is_open, new.age_gate, new.is_admin, new.staff_role, new.role, new.city_id)
    )
    execute function announce_session_change()`.execute(db);
}
