import { type Kysely, sql } from "kysely";

/**
 * The processes that work together on the database, and whose members are connected to each: a member has left when the
 * last of them says so, or has been silent for too long.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node (
      id uuid primary key,
      seen_at timestamptz not null
    )`.execute(db);
  await sql`comment on column node.seen_at is 'By the clock of the database'`.execute(db);
  await sql`
    create table node_member (
      node_id uuid not null references node on delete cascade,
      member_id uuid not null references member on delete cascade,
      primary key (member_id, node_id)
    )`.execute(db);
  await sql`create index node_member_node_index on node_member (node_id)`.execute(db);
  await sql`select grant_to_app('select, insert, delete, update (seen_at)', 'node')`.execute(db);
  await sql`select grant_to_app('select, insert, delete', 'node_member')`.execute(db);
}
