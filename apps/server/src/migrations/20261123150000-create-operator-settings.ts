import { type Kysely, sql } from "kysely";

/** What the operator set while the product runs, and every change of it, which is never changed or removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_setting (
      name text primary key check (name ~ '^[a-z]+:[A-Za-z-]+$'),
      value jsonb not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`
    create table operator_setting_change (
      number integer primary key generated always as identity,
      name text not null,
      before jsonb,
      after jsonb,
      actor_id uuid not null,
      undoes integer unique references operator_setting_change,
      at timestamptz not null
    )`.execute(db);
  await sql`create index operator_setting_change_name_index on operator_setting_change (name, number)`.execute(db);
  await sql`
    create trigger operator_setting_change_is_append_only before update or delete or truncate on operator_setting_change
    for each statement execute function refuse_change()`.execute(db);
  // The latest webhook of each payment provider.
  await sql`create index payment_webhook_latest_index on payment_webhook (provider, last_at desc)`.execute(db);

  await sql`select grant_to_app('select, insert, update, delete', 'operator_setting')`.execute(db);
  await sql`select grant_to_app('select, insert', 'operator_setting_change')`.execute(db);
}
