import { type Kysely, sql } from "kysely";

/**
 * When the person of a session last proved who they are: at sign-in, or again before something grave; and whether they
 * gave a code of their second factor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add proved_at timestamptz, add has_factor boolean not null default false`.execute(db);
  await sql`update session set proved_at = created_at`.execute(db);
  await sql`alter table session alter proved_at set not null`.execute(db);
  // Sessions of staff last eight hours from now on, those that are open too.
  await sql`
    update session set expires_at = least(session.expires_at, session.created_at + interval '8 hours')
    from profile where profile.member_id = session.member_id and profile.is_admin`.execute(db);
  await sql`select grant_to_app('update (proved_at, has_factor)', 'session')`.execute(db);
}
