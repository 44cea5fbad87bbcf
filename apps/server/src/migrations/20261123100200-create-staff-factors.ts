import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The secrets are sealed with a key that is not in the database.
  await sql`
    create table staff_factor (
      member_id uuid primary key references member on delete cascade,
      secret bytea,
      set_up_at timestamptz,
      last_step bigint not null default 0,
      pending_secret bytea,
      pending_at timestamptz,
      check (num_nulls(secret, set_up_at) in (0, 2)),
      check (num_nulls(pending_secret, pending_at) in (0, 2))
    )`.execute(db);
  await sql`
    comment on column staff_factor.last_step is 'The last half minute whose code was taken: no code counts twice'`.execute(
    db,
  );
  await sql`
    create table recovery_code (
      member_id uuid not null references staff_factor on delete cascade,
      code_hash bytea not null check (length(code_hash) = 32),
      used_at timestamptz,
      primary key (member_id, code_hash)
    )`.execute(db);
  await sql`select grant_to_app('select, insert, delete', 'staff_factor, recovery_code')`.execute(db);
  await sql`
    select grant_to_app('update (secret, set_up_at, last_step, pending_secret, pending_at)', 'staff_factor')`.execute(
    db,
  );
  await sql`select grant_to_app('update (used_at)', 'recovery_code')`.execute(db);
}
