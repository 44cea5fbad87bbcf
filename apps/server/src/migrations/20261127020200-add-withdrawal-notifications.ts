import { type Kysely, sql } from "kysely";

/** The bell also says that the team decided a withdrawal. What is there is checked by a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification
      drop constraint notification_type_check,
      add constraint notification_type_check
        check (type in ('profile_view', 'favorite', 'message', 'match', 'team', 'withdrawal')) not valid`.execute(db);
}
