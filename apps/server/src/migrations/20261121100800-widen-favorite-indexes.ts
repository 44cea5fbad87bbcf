import { type Kysely, sql } from "kysely";

/** The lists of favourites and of fans are paged by time and id: each index holds the whole order, and all they ask. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index favorite_member_index`.execute(db);
  await sql`drop index favorite_favorite_index`.execute(db);
  await sql`create index favorite_member_index on favorite (member_id, created_at desc, favorite_id desc)`.execute(db);
  await sql`create index favorite_favorite_index on favorite (favorite_id, created_at desc, member_id desc)`.execute(
    db,
  );
}
