import { type Kysely, sql } from "kysely";

/** The filter that each member applied last. It is stored whole, because nothing asks for a part of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table discovery_filter (
      member_id uuid primary key references member on delete cascade,
      filter jsonb not null check (jsonb_typeof(filter) = 'object'),
      updated_at timestamptz not null
    )`.execute(db);
  await sql`select grant_to_app('select, insert, update', 'discovery_filter')`.execute(db);
}
