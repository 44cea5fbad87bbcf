import { type Kysely, sql } from "kysely";

/** What a member keeps and leaves in discovery: the filter that they applied last, favourites, and visits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The filter is stored whole, because nothing asks for a part of it.
    create table discovery_filter (
      member_id uuid primary key references member on delete cascade,
      filter jsonb not null check (jsonb_typeof(filter) = 'object'),
      updated_at timestamptz not null
    );
    select grant_to_app('select, insert, update', 'discovery_filter');

    create table favorite (
      member_id uuid not null references member on delete cascade,
      favorite_id uuid not null references member on delete cascade,
      created_at timestamptz not null,
      primary key (member_id, favorite_id),
      check (member_id <> favorite_id)
    );
    -- The lists are paged by time and id: each index holds the whole order, and all they ask.
    create index favorite_member_index on favorite (member_id, created_at desc, favorite_id desc);
    create index favorite_favorite_index on favorite (favorite_id, created_at desc, member_id desc);
    select grant_to_app('select, insert, delete', 'favorite');

    -- Who opened whose profile, and when last: one row a pair, raised at most once in 24 hours.
    create table visit (
      visited_id uuid not null references member on delete cascade,
      visitor_id uuid not null references member on delete cascade,
      visited_at timestamptz not null,
      primary key (visited_id, visitor_id),
      check (visited_id <> visitor_id)
    );
    create index visit_latest_index on visit (visited_id, visited_at desc, visitor_id desc);
    create index visit_visitor_index on visit (visitor_id);
    create index visit_age_index on visit (visited_at);
    select grant_to_app('select, insert, delete, update (visited_at)', 'visit')`.execute(db);
}
