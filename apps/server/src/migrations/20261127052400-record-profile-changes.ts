import { type Kysely, sql } from "kysely";

/** What discovery shows of a profile, beside its position in the order. */
const SHOWN =
  "role name estimated_birth_on city_id is_wildcard_city is_verified is_managed is_demo is_active tier created_at".split(
    " ",
  );
const row = (alias: string, columns: string[]) => columns.map((column) => `${alias}.${column}`).join(", ");
const differs = (columns: string[]) => `(${row("new_row", columns)}) is distinct from (${row("old_row", columns)})`;

/** Columns of the old and the new row that are not alike. */
const changes = (columns: string[]) => `(${row("old", columns)}) is distinct from (${row("new", columns)})`;

/**
 * Each writer of what discovery shows also appends a row here, in its own transaction: triggers do it, so that no writer can
 * forget. Processes that keep profiles in memory read what has been committed since they looked last. An announcement tells the
 * process that wrote, on the connection of the write, so that it looks before it answers the next page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table profile_change (
      tx xid8 not null default pg_current_xact_id(),
      kind text not null check (kind in ('profile', 'viewer', 'order', 'all')),
      member_id uuid,
      check ((member_id is null) = (kind in ('order', 'all')))
    );
    comment on column profile_change.tx is
      'The transaction that changed it. Transactions commit in another order than they are numbered in';
    comment on column profile_change.kind is
      'What changed: what others see of a member; whom a member sees; the order of many; many profiles';
    create index profile_change_tx_index on profile_change (tx);
    select grant_to_app('select, delete', 'profile_change');

    -- Changes are removed when a snapshot of an hour ago could see them: every process has read them by then, or reads all
    -- anew.
    create table profile_change_horizon (
      taken_at timestamptz primary key default clock_timestamp(),
      snapshot pg_snapshot not null default pg_current_snapshot()
    );
    select grant_to_app('select, insert, delete', 'profile_change_horizon');

    -- They run with the owner's rights: the product's role may not append what no trigger says.
    create function record_profile_change() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into profile_change (kind, member_id)
      values (tg_argv[0], (to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[1])::uuid);
      raise info 'profile_change';
      return null;
    end $$;

    -- Whatever is emptied names nobody: all profiles count as changed.
    create function record_all_profiles() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into profile_change (kind) values ('all');
      raise info 'profile_change';
      return null;
    end $$;

    -- Profiles change many at a time as well: then one row stands for them all.
    create function record_whole_profiles() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into profile_change (kind, member_id)
      select 'profile', member_id from changed where role <> 'admin' and (select count(*) from changed) <= 2000
      union all
      select 'all', null::uuid where (select count(*) from changed) > 2000;
      if found then raise info 'profile_change'; end if;
      return null;
    end $$;
    create trigger profile_insert_is_recorded after insert on profile referencing new table as changed
      for each statement execute function record_whole_profiles();
    create trigger profile_delete_is_recorded after delete on profile referencing old table as changed
      for each statement execute function record_whole_profiles()`.execute(db);
  // The keys of hundreds are drawn anew in one statement each night, and of nobody else at once.
  await sql
    .raw(
      `create function record_profile_updates() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        insert into profile_change (kind, member_id)
        with changed as (
          select new_row.member_id, ${differs(SHOWN)} as is_shown
          from new_rows new_row join old_rows old_row using (member_id)
          where ${differs([...SHOWN, "shuffle_key"])}
        ), counted as (
          select count(*) filter (where is_shown) as shown, count(*) filter (where not is_shown) as moved from changed
        )
        select 'all', null::uuid from counted where shown > 2000
        union all
        select 'order', null::uuid from counted where shown <= 2000 and moved > 100
        union all
        select 'profile', member_id from changed, counted where shown <= 2000 and (is_shown or moved <= 100);
        if found then raise info 'profile_change'; end if;
        return null;
      end $$`,
    )
    .execute(db);
  await sql`
    create trigger profile_update_is_recorded after update on profile
      referencing old table as old_rows new table as new_rows
      for each statement execute function record_profile_updates()`.execute(db);

  await recordRows(db, "entitlement", "profile", "member_id", {
    insert: "new.has_courtesy_premium or new.premium_until is not null or new.highlighted_until is not null",
    update: changes(["has_courtesy_premium", "premium_until", "highlighted_until"]),
    delete: "true",
  });
  await recordRows(db, "photo", "profile", "member_id", {
    insert: "new.position = 0",
    update: `(old.position = 0 or new.position = 0) and ${changes(["position", "file_name", "width", "height", "thumbhash"])}`,
    delete: "old.position = 0",
  });
  // A ping, and a member who leaves, are no change: whoever keeps profiles in memory reads them twice a minute.
  await recordRows(db, "presence", "profile", "member_id", {
    insert: "true",
    update: "old.is_hidden <> new.is_hidden",
    delete: "true",
  });
  await recordRows(db, "availability", "profile", "member_id", {
    insert: "true",
    update: changes(["starts_at", "ends_at"]),
    delete: "true",
  });
  await recordRows(db, "hidden_pair", "viewer", "viewer_id", { insert: "true", delete: "true" });
  await recordRows(db, "favorite", "viewer", "member_id", { insert: "true", delete: "true" });
  await recordRows(db, "conversation", "viewer", "owner_id", { insert: "true", delete: "true" });
  for (const table of ["hidden_pair", "photo", "favorite", "entitlement", "conversation"])
    await sql
      .raw(
        `create trigger ${table}_truncate_is_recorded after truncate on ${table}
        for each statement execute function record_all_profiles()`,
      )
      .execute(db);
}

type Operation = "insert" | "update" | "delete";

/** Appends a change for each row of a table that meets a condition. Without a row that does, nothing is called. */
async function recordRows(
  db: Kysely<unknown>,
  table: string,
  kind: "profile" | "viewer",
  column: string,
  conditions: Partial<Record<Operation, string>>,
): Promise<void> {
  for (const [operation, condition] of Object.entries(conditions)) {
    await sql
      .raw(
        `create trigger ${table}_${operation}_is_recorded after ${operation} on ${table}
        for each row when (${condition}) execute function record_profile_change('${kind}', '${column}')`,
      )
      .execute(db);
  }
}
