import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";

/** The key that seals the cursors of pages, which may hold moments that their reader is not told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into secret (name, value) values ('page-cursors', ${randomBytes(32)})`.execute(db);
}
