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
    );
    -- The team searches the log by person, by action and by day, the latest first.
    create index audit_entry_at_index on audit_entry (at desc, id desc);
    create index audit_entry_subject_index on audit_entry (subject_id, at desc, id desc);
    create index audit_entry_actor_index on audit_entry (actor_id, at desc, id desc);
    create index audit_entry_action_index on audit_entry (action, at desc, id desc);
    select grant_to_app('select, insert', 'audit_entry');

    create function audit_entry_hash(entry audit_entry) returns bytea language sql stable as $$
      select sha256(entry.previous_hash || convert_to(
        jsonb_build_array(
          extract(epoch from entry.at)::text, entry.actor_id, entry.action, entry.subject_id, entry.details
        )::text, 'UTF8'))
    $$;

    -- The lock lasts until commit: entries join the chain one after another, without a gap.
    create function chain_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform pg_advisory_xact_lock(hashtext('audit_entry'));
      select coalesce(max(id), 0) + 1 into new.id from audit_entry;
      new.previous_hash := coalesce((select hash from audit_entry where id = new.id - 1), ''::bytea);
      new.hash := audit_entry_hash(new);
      return new;
    end $$;
    create trigger audit_entry_is_chained before insert on audit_entry
      for each row execute function chain_audit_entry();

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise insufficient_privilege using message = format('%s is append-only', tg_table_name);
    end $$;
    create trigger audit_entry_is_append_only before update or delete or truncate on audit_entry
      for each statement execute function refuse_change();

    -- The access log that the law asks for: member, address and time, sealed with a key of the data folder. A row is found by
    -- keyed hashes, so that nobody without that key learns from the table who was there. The product writes and removes it, and
    -- only the database's owner reads it.
    create table access_record (
      member_key bytea not null check (length(member_key) = 32),
      hour timestamptz not null,
      address_key bytea not null check (length(address_key) = 32),
      sealed bytea not null,
      primary key (member_key, hour, address_key)
    );
    create index access_record_hour_index on access_record (hour);
    select grant_to_app('insert, delete, select (member_key, hour, address_key)', 'access_record')`.execute(db);
}
