import { type Kysely, sql } from "kysely";

/** Staff find a photo that is kept as evidence by the beginning of its name, which is its member's id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index if not exists case_photo_file_name_prefix_index on case_photo (file_name text_pattern_ops)`.execute(
    db,
  );
}
