import pg from "pg";
import { to } from "pg-copy-streams";

/** A table of the product, with the columns that hold what is not computed. */
export type Table = { name: string; columns: string[] };
/** Some whole rows in PostgreSQL's text format, one a line. */
export type Rows = { bytes: Uint8Array; count: number };

// Few enough to be held in memory, many enough that each part costs next to nothing.
const PART_BYTES = 4 * 1_048_576;
const NEWLINE = 10;

/**
 * All tables whose rows the product or its operator wrote; those of the migrations tell the schema, and are none. What was
 * recorded of changes means nothing on another server: it names transactions, and nobody there has read what was before.
 */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_migration%'
      and c.relname not in ('profile_change', 'profile_change_horizon')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`,
  );
  return rows;
}

/** Reads all rows of a table, a part at a time. */
export const copyTable = (client: pg.ClientBase, { name, columns }: Table): AsyncGenerator<Rows> =>
  copyOut(client, `copy ${tableName(name)} (${columnNames(columns)}) to stdout`);

export const tableName = (name: string): string => `public.${pg.escapeIdentifier(name)}`;
export const columnNames = (columns: string[]): string => columns.map(pg.escapeIdentifier).join(", ");

/** Reads the rows of a `copy … to stdout`, a part at a time. */
export async function* copyOut(client: pg.ClientBase, copy: string): AsyncGenerator<Rows> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const bytes of client.query(to(copy))) {
    waiting.push(bytes);
    length += bytes.length;
    if (length < PART_BYTES) continue;
    const all = Buffer.concat(waiting);
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield asRows(all.subarray(0, end));
    waiting = [all.subarray(end)];
    length = all.length - end;
  }
  if (length > 0) yield asRows(Buffer.concat(waiting));
}

const asRows = (bytes: Buffer): Rows => ({ bytes, count: countLines(bytes) });

/** How many rows there are: a line break inside a value is written as two other characters, so each one ends a row. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

export type Sequence = { name: string; value: string | null };

/** How far each sequence has counted; null for one that was never used. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = 'public' order by 1`,
  );
  return rows;
}

/** The migrations that made the database what it is; none when the product has never opened it. */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: tableRows } = await client.query("select where to_regclass('public.kysely_migration') is not null");
  if (tableRows.length === 0) return [];
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  return rows.map(({ name }) => name);
}
