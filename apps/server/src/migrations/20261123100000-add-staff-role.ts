import { type Kysely, sql } from "kysely";

/** Everybody who is staff so far may do everything, as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profile add staff_role text check (staff_role in ('owner', 'moderator'))`.execute(db);
  await sql`update profile set staff_role = 'owner' where is_admin`.execute(db);
  await sql`
    alter table profile add constraint profile_staff_role_fits_admin
    check ((staff_role is not null) = is_admin)`.execute(db);
  // Who is staff at all stays with the database's owner: the constraint refuses a staff role for a member.
  await sql`select grant_to_app('update (staff_role)', 'profile')`.execute(db);
}
