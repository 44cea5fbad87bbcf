import { type Kysely, sql } from "kysely";

/** A setting that was taken back by `npm run settings` has no actor: the owner of the machine did it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operator_setting_change alter column actor_id drop not null`.execute(db);
}
