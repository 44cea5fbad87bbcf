import { type Kysely, sql } from "kysely";

/**
 * Who must never meet whom. A block is one member's; that the two are hidden from each other follows from it in `hidden_pair`:
 * two rows, one for each direction, so that every list asks one question.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table block (
      blocker_id uuid not null references member on delete cascade,
      blocked_id uuid not null references member on delete cascade,
      created_at timestamptz not null,
      blocked_name text not null,
      primary key (blocker_id, blocked_id),
      check (blocker_id <> blocked_id)
    );
    comment on column block.blocked_name is 'The name by which the blocker knew them';
    create index block_blocked_index on block (blocked_id);
    create index block_list_index on block (blocker_id, created_at desc, blocked_id);
    select grant_to_app('select, insert, delete', 'block');

    create table hidden_pair (
      viewer_id uuid not null references member on delete cascade,
      other_id uuid not null references member on delete cascade,
      primary key (viewer_id, other_id),
      check (viewer_id <> other_id)
    );
    create index hidden_pair_other_index on hidden_pair (other_id);
    select grant_to_app('select, insert, delete', 'hidden_pair')`.execute(db);
}
