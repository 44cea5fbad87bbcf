import { type Kysely, sql } from "kysely";

/** Others sign in as well: a deactivated member comes back by it, and a suspended one may while an erasure waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`comment on column profile.is_open is 'Neither deactivated, suspended nor unconfirmed'`.execute(db);
}
