import { type Kysely, sql } from "kysely";

/** Who must never meet whom. A block writes two rows, one for each direction, so that every list asks one question. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hidden_pair (
      viewer_id uuid not null references member on delete cascade,
      other_id uuid not null references member on delete cascade,
      primary key (viewer_id, other_id),
      check (viewer_id <> other_id)
    )`.execute(db);
  await sql`create index hidden_pair_other_index on hidden_pair (other_id)`.execute(db);
  await sql`select grant_to_app('select, insert, delete', 'hidden_pair')`.execute(db);
}
