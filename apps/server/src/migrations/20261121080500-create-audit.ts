import { type Kysely, sql } from "kysely";

/** Append-only and chained: each row's hash covers the row before it, so that a removed or altered row shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entry (
      id bigint primary key,
      at timestamptz not null,
      actor_id uuid,
      action text not null,
      subject_id uuid,
      details jsonb not null default '{}',
      previous_hash bytea not null,
      hash bytea not null unique
    )`.execute(db);
  await sql`create index audit_entry_subject_index on audit_entry (subject_id, id)`.execute(db);
  await sql`create index audit_entry_actor_index on audit_entry (actor_id, id)`.execute(db);

  await sql`
    create function audit_entry_hash(entry audit_entry) returns bytea language sql stable as $$
      select sha256(entry.previous_hash || convert_to(
        jsonb_build_array(
          extract(epoch from entry.at)::text, entry.actor_id, entry.action, entry.subject_id, entry.details
        )::text, 'UTF8'))
    $$`.execute(db);

  // The lock lasts until commit: entries join the chain one after another, without a gap.
  await sql`
    create function chain_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform pg_advisory_xact_lock(hashtext('audit_entry'));
      select coalesce(max(id), 0) + 1 into new.id from audit_entry;
      new.previous_hash := coalesce((select hash from audit_entry where id = new.id - 1), ''::bytea);
      new.hash := audit_entry_hash(new);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger audit_entry_is_chained before insert on audit_entry
    for each row execute function chain_audit_entry()`.execute(db);
  await sql`
    create trigger audit_entry_is_append_only before update or delete or truncate on audit_entry
    for each statement execute function refuse_change()`.execute(db);

  await sql`select grant_to_app('select, insert', 'audit_entry')`.execute(db);
}
