import pg from "pg";
import { to } from "pg-copy-streams";

/** A table of the product, with all columns except computed ones. */
export type Table = { name: string; columns: string[] };
/** Some whole rows in PostgreSQL's text format, one per line. */
export type Rows = { bytes: Uint8Array; count: number };

// Small enough to be held in memory, large enough that the cost of each part does not count.
const PART_BYTES = 4 * 1_048_576;
const NEWLINE = 10;

/**
 * Lists all tables whose rows the product or its operator wrote. The tables of the migrations are left out because they
 * describe the schema. Profile changes are left out because they mean nothing on another server: they contain
 * transaction numbers, and no process there has read the earlier changes.
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
  let waitingRows: Buffer[] = [];
  let length = 0;
  for await (const bytes of client.query(to(copy))) {
    waitingRows.push(bytes);
    length += bytes.length;
    if (length < PART_BYTES) continue;
    const all = Buffer.concat(waitingRows);
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield asRows(all.subarray(0, end));
    waitingRows = [all.subarray(end)];
    length = all.length - end;
  }
  if (length > 0) yield asRows(Buffer.concat(waitingRows));
}

const asRows = (bytes: Buffer): Rows => ({ bytes, count: countLines(bytes) });

/**
 * Counts the rows. Each line break ends one, because a line break inside a value is written as two other characters.
 */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

export type Sequence = { name: string; value: string | null };

/** Returns the last value of each sequence, or null for a sequence that was never used. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = 'public' order by 1`,
  );
  return rows;
}

/** Returns the names of the applied migrations; none when the product has never opened the database. */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: tableRows } = await client.query("select where to_regclass('public.kysely_migration') is not null");
  if (tableRows.length === 0) return [];
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  return rows.map(({ name }) => name);
}
