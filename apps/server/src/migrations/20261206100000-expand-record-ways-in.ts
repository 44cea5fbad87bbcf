import { type Kysely, sql } from "kysely";

/** A session says how its member came in, and each way in says where it was added and whether it is off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session add column proved_by text, add column way_since timestamptz;
    comment on column session.proved_by is 'By what its member last showed who they are: password, key or app';
    comment on column session.way_since is 'When that way in was added; null where it is as old as the account';
    alter table member add column password_set_at timestamptz;
    comment on column member.password_set_at is 'When a mailed link last set the password; null: never';
    alter table passkey add column added_on text, add column off_since timestamptz;
    comment on column passkey.added_on is 'The name of the browser in which it was added';
    comment on column passkey.off_since is 'A recovery switched it off, and its member has not kept it since';
    alter table second_factor add column added_on text, add column off_since timestamptz;
    select grant_to_app('update (proved_by, way_since)', 'session');
    select grant_to_app('update (password_set_at)', 'member');
    select grant_to_app('update (off_since)', 'passkey');
    select grant_to_app('update (added_on, off_since)', 'second_factor')`.execute(db);
}
