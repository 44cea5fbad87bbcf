import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from } from "pg-copy-streams";
import { columnNames, type Sequence, type Table, tableName } from "./copy-tables.ts";

/** Whether the database has no tables, views or sequences at all, neither the product's nor any others. */
export async function isEmptyDatabase(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and nspname not like 'pg\\_%' and nspname <> 'information_schema'
    limit 1`,
  );
  return rows.length === 0;
}

/** Removes the queue of jobs from a database that holds nothing else. */
export async function dropQueue(client: pg.ClientBase): Promise<void> {
  await client.query("drop schema if exists graphile_worker cascade");
}

/**
 * Empties the tables, lets `load` fill them in any order and without triggers, and then checks every foreign key. It
 * runs in the caller's transaction, as the owner of the tables.
 */
export async function refillTables(client: pg.ClientBase, tables: Table[], load: () => Promise<void>): Promise<void> {
  await client.query("set constraints all immediate");
  const names = tables.map(({ name }) => tableName(name));
  const keys = await listForeignKeys(client);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(`truncate ${names.join(", ")}`);
  await load();
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}

type ForeignKey = { table: string; name: string; definition: string };

async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  return rows;
}

/** Adds rows that `copyTable` read. Returns how many. */
export async function loadRows(client: pg.ClientBase, { name, columns }: Table, bytes: Uint8Array): Promise<number> {
  const copying = client.query(from(`copy ${tableName(name)} (${columnNames(columns)}) from stdin`));
  await pipeline(Readable.from([bytes]), copying);
  return copying.rowCount;
}

/** Sets each sequence to where it was when it was copied. */
export async function moveSequences(client: pg.ClientBase, sequences: Sequence[]): Promise<void> {
  for (const { name, value } of sequences)
    if (value !== null) await client.query("select setval($1::regclass, $2)", [tableName(name), value]);
}

export async function countRows(client: pg.ClientBase, { name }: Table): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::float8 as count from ${tableName(name)}`);
  return rows[0]?.count ?? 0;
}
