import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";

/** Keys that every node of one installation shares and that no setting has to carry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table secret (name text primary key, value bytea not null check (length(value) >= 32))`.execute(db);
  await sql`insert into secret (name, value) values ('photo-links', ${randomBytes(32)})`.execute(db);
  await sql`select grant_to_app('select', 'secret')`.execute(db);
}
