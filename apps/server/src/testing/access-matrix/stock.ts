import { sql } from "kysely";
import type { World } from "../world.ts";

/** The columns that name the owner of a row. */
const OWNING_COLUMNS = [
  "member_id",
  "owner_id",
  "viewer_id",
  "blocker_id",
  "visited_id",
  "reported_id",
  "sender_id",
] as const;

/** Opens a function that takes stock of everything that members have and could lose, as one text for each table. */
export async function openStock({ owner: db }: World) {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (column_name = any(${[...OWNING_COLUMNS]}) or (table_name = 'member' and column_name = 'id'))
      and data_type = 'uuid'`.execute(db);
  return async (memberIds: string[]): Promise<Record<string, string | null>> => {
    if (memberIds.length === 0) return {};
    const parts = columns.map(
      ({ table, column }) => sql`
        select ${`${table}.${column}`} as part, md5(string_agg(one::text, '' order by one::text)) as content
        from ${sql.table(table)} one where ${sql.ref(column)} = any(${memberIds}::uuid[])`,
    );
    const { rows } = await sql<{ part: string; content: string | null }>`
      ${sql.join(parts, sql` union all `)}`.execute(db);
    return Object.fromEntries(rows.map(({ part, content }) => [part, content]));
  };
}
