import { type Kysely, sql } from "kysely";

/**
 * A member who asks for the erasure of the account is deactivated until the day on which it begins, and may sign in only to take
 * it back. The row of `erasure` says how far it has come, and stays: by it ends what outlives the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasure (
      member_id uuid primary key references member on delete cascade,
      requested_at timestamptz not null,
      ends_at timestamptz not null,
      reminded_at timestamptz,
      begun_at timestamptz,
      done_step text,
      erased_at timestamptz check (begun_at is not null or erased_at is null),
      finished_at timestamptz check (erased_at is not null or finished_at is null)
    );
    comment on column erasure.begun_at is 'When it could no longer be taken back';
    comment on column erasure.done_step is 'The last step that is done of the walk under way';
    comment on column erasure.erased_at is 'When the first walk through all steps was done';
    comment on column erasure.finished_at is 'When the second one was, which removes what requests of the last second have written';
    create index erasure_due_index on erasure (ends_at) where finished_at is null;
    create index erasure_erased_index on erasure (erased_at) where erased_at is not null;
    select grant_to_app('select, insert, delete, update (reminded_at)', 'erasure')`.execute(db);
  await sql`
    alter table profile add column erases_at timestamptz,
      add constraint profile_erasure_is_deactivated check (erases_at is null or deactivated_at is not null)`.execute(
    db,
  );
  await sql`comment on column profile.erases_at is 'When the erasure that the member has asked for begins'`.execute(db);
  await sql`select grant_to_app('update (erases_at)', 'profile')`.execute(db);
  // What a session may do follows from it.
  await sql`drop trigger profile_announces_session_change on profile`.execute(db);
  await sql`
    create trigger profile_announces_session_change after update on profile
      for each row when (
      (old.is_open, old.age_gate, old.is_admin, old.staff_role, old.role, old.city_id, old.erases_at)
      is distinct from (new.is_open, new.age_gate, new.is_admin, new.staff_role, new.role, new.city_id, new.erases_at)
      )
      execute function announce_session_change()`.execute(db);
  await sql`create index sandbox_payment_member_index on sandbox_payment (member_id)`.execute(db);
}
