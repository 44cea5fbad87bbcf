import { type Kysely, sql } from "kysely";

/**
 * Members may have an authenticator app as staff do, so its table is no longer named after the staff. `key_invitation`
 * says when somebody with a short password was last invited to add a key; nothing of the password is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table staff_factor rename to second_factor;
    alter index staff_factor_pkey rename to second_factor_pkey;
    alter table second_factor rename constraint staff_factor_member_id_fkey to second_factor_member_id_fkey;
    alter table second_factor rename constraint staff_factor_check to second_factor_check;
    alter table second_factor rename constraint staff_factor_check1 to second_factor_check1;

    create table key_invitation (
      member_id uuid primary key references member on delete cascade,
      invited_at timestamptz not null
    );
    select grant_to_app('select, insert, update (invited_at)', 'key_invitation')`.execute(db);
}
