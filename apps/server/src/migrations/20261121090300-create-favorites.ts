import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table favorite (
      member_id uuid not null references member on delete cascade,
      favorite_id uuid not null references member on delete cascade,
      created_at timestamptz not null,
      primary key (member_id, favorite_id),
      check (member_id <> favorite_id)
    )`.execute(db);
  await sql`create index favorite_favorite_index on favorite (favorite_id, created_at)`.execute(db);
  await sql`create index favorite_member_index on favorite (member_id, created_at)`.execute(db);
  await sql`select grant_to_app('select, insert, delete', 'favorite')`.execute(db);
}
