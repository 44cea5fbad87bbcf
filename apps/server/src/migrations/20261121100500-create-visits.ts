import { type Kysely, sql } from "kysely";

/** Who opened whose profile, and when last: one row a pair, raised at most once in 24 hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visit (
      visited_id uuid not null references member on delete cascade,
      visitor_id uuid not null references member on delete cascade,
      visited_at timestamptz not null,
      primary key (visited_id, visitor_id),
      check (visited_id <> visitor_id)
    )`.execute(db);
  await sql`create index visit_latest_index on visit (visited_id, visited_at desc, visitor_id desc)`.execute(db);
  await sql`create index visit_visitor_index on visit (visitor_id)`.execute(db);
  await sql`create index visit_age_index on visit (visited_at)`.execute(db);
  await sql`select grant_to_app('select, insert, delete, update (visited_at)', 'visit')`.execute(db);
}
