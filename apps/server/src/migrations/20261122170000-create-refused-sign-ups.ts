import { type Kysely, sql } from "kysely";

/** The password of the latest sign-up that was refused because a member has its address. It opens nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refused_sign_up (
      member_id uuid primary key references member on delete cascade,
      password_hash text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`select grant_to_app('select, insert, delete, update (password_hash, created_at)', 'refused_sign_up')`.execute(
    db,
  );
}
