import { type Kysely, sql } from "kysely";

/**
 * A verified birth date fixes the age. Until then the site may keep a member from messages, or from everything but their
 * own: `age_gate` says which, and what is hidden by it follows from `is_active` like everything that is hidden.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table age_assurance (
      is_only boolean primary key default true check (is_only),
      mode text not null check (mode in ('off', 'messaging', 'entry'))
    )`.execute(db);
  await sql`insert into age_assurance (mode) values ('off')`.execute(db);
  await sql`select grant_to_app('select, update (mode)', 'age_assurance')`.execute(db);

  // PostgreSQL before 17 cannot change what a column is generated from, so both are made anew, with their indexes.
  const { rows: indexes } = await sql<{ definition: string }>`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'profile'::regclass and pg_get_indexdef(indexrelid) ~ '\\m(is_active|estimated_birth_on)\\M'
    order by indexrelid`.execute(db);
  const { rows: columns } = await sql<{ name: string; expression: string }>`
    select attname as name, pg_get_expr(adbin, adrelid) as expression
    from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = 'profile'::regclass and attname in ('is_active', 'estimated_birth_on')`.execute(db);
  const before = (name: string) => {
    const expression = columns.find((column) => column.name === name)?.expression;
    if (expression === undefined) throw new Error(`profile.${name} is not generated`);
    return sql.raw(`(${expression})`);
  };
  await sql`
    alter table profile
      add column birth_on date,
      add column age_gate text check (age_gate in ('messaging', 'entry')),
      add constraint profile_age_gate_awaits_birth_date
        check (age_gate is null or (birth_on is null and role <> 'admin'))`.execute(db);
  await sql`alter table profile drop column is_active, drop column estimated_birth_on`.execute(db);
  await sql`
    alter table profile
      add column is_open boolean not null generated always as ${before("is_active")} stored,
      add column is_active boolean not null
        generated always as (${before("is_active")} and age_gate is distinct from 'entry') stored,
      add column estimated_birth_on date
        generated always as (coalesce(birth_on, ${before("estimated_birth_on")})) stored`.execute(db);
  await sql`comment on column profile.is_open is 'Neither deactivated, suspended nor unconfirmed: the member may sign in'`.execute(
    db,
  );
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
  // The job that applies another mode reads the members without a birth date by it.
  await sql`
    create index profile_age_gate_index on profile (member_id, age_gate)
    where birth_on is null and role <> 'admin'`.execute(db);

  // Whoever adds a profile: it begins as the site asks at that moment.
  await sql`
    create function set_age_gate() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if new.role <> 'admin' and new.birth_on is null then
        select nullif(mode, 'off') into new.age_gate from age_assurance;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger profile_has_age_gate before insert on profile
    for each row execute function set_age_gate()`.execute(db);
  await sql`select grant_to_app('update (birth_on, age_gate)', 'profile')`.execute(db);
}
