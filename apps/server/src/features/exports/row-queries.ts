import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { replicaRead } from "../../platform/database/replica-reads.ts";
import type { HolderAddress, Source } from "./source-rules.ts";

/** `provenEmail`: null until a link is opened in the account's mailbox, which may be another person's. */
export type Holder = { id: string; provenEmail: string | null };

/** A row of a table. `key` are the texts of its primary key, by which the next page begins. */
export type HeldRow = { key: string[]; [column: string]: unknown };

/** The columns of the primary key of each table, by the name of the table in the database. */
export async function listPrimaryKeys(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relation.relname::text as table,
      array_agg(attribute.attname::text order by array_position(index.indkey::int2[], attribute.attnum)) as columns
    from pg_index index
    join pg_class relation on relation.oid = index.indrelid
    join pg_attribute attribute on attribute.attrelid = relation.oid and attribute.attnum = any(index.indkey)
    where index.indisprimary and relation.relnamespace = 'public'::regnamespace
    group by relation.relname`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

type Page = { key: readonly string[]; after: readonly string[] | undefined; limit: number };

/**
 * A page of a member's rows as their holder, in the order of their keys. The member's rows are found first: with a
 * limit the planner would otherwise read the whole table in the order of its key.
 */
export const listHeldRows = replicaRead("rows of an export", findHeldRows, (_, { id }) => id);

async function findHeldRows(
  db: Db,
  { table, columns, holders }: Source,
  holder: Holder,
  page: Page,
): Promise<HeldRow[]> {
  const key = sql`array[${sql.join(page.key.map((column) => sql`${sql.ref(column)}::text`))}]`;
  const { rows } = await sql<HeldRow>`
    with held as materialized (
      select ${sql.join(columns.map((column) => sql.ref(column)))}, ${key} as key
      from ${sql.table(table)} where ${isHeld(holders, holder)}
    )
    select * from held where ${page.after ? sql`key > ${page.after}::text[]` : sql`true`}
    order by key limit ${page.limit}`.execute(db);
  return rows;
}

/** SQL: the row names the holder by one of the addresses. */
function isHeld(addresses: readonly HolderAddress[], holder: Holder): RawBuilder<unknown> {
  const conditions = addresses.map((address) => {
    if ("id" in address) return sql`${sql.ref(address.id)} = ${holder.id}`;
    if ("email" in address) return isAddressed(address, holder);
    return sql`${sql.ref(address.row)} in (
      select id from ${sql.table(address.of)} where ${isHeld(address.holders, holder)}
    )`;
  });
  return sql`(${sql.join(conditions, sql` or `)})`;
}

function isAddressed({ email, unless }: EmailAddress, holder: Holder): RawBuilder<unknown> {
  if (holder.provenEmail === null) return sql`false`;
  const isEqual = sql`${sql.ref(email)} = ${holder.provenEmail}`;
  return unless === undefined ? isEqual : sql`(${isEqual} and ${sql.ref(unless)} is null)`;
}

type EmailAddress = Extract<HolderAddress, { email: string }>;
