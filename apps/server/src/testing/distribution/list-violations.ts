import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type Distribution, distributions } from "./keys.ts";

const keyOf = (own: Distribution | undefined) => (own && "by" in own && !own.missing ? own.by : undefined);
const isReference = (own: Distribution | undefined) => own !== undefined && "reference" in own;
const isLocal = (own: Distribution | undefined) => own !== undefined && "local" in own;

/**
 * What a migrated database has that Citus refuses with these distribution keys: unique indexes without the key, foreign
 * keys that do not lead to the same server, and triggers of distributed tables.
 */
export async function listViolations(db: Db): Promise<string[]> {
  const { rows: indexes } = await sql<{ table: string; name: string; columns: string[] }>`
    select indrelid::regclass::text as "table", indexrelid::regclass::text as name,
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey)) as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and relnamespace = 'public'::regnamespace order by 2`.execute(db);
  const { rows: keys } = await sql<{ child: string; parent: string; name: string; own: string[]; other: string[] }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent, conname::text as name,
      array(select attname::text from unnest(conkey) with ordinality as own (number, at)
        join pg_attribute on attrelid = conrelid and attnum = number order by at) as own,
      array(select attname::text from unnest(confkey) with ordinality as other (number, at)
        join pg_attribute on attrelid = confrelid and attnum = number order by at) as other
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 3`.execute(db);
  const { rows: triggers } = await sql<{ table: string; name: string }>`
    select tgrelid::regclass::text as "table", tgname::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace order by 2`.execute(db);

  const isDistributed = (table: string) => "by" in (distributions.get(table) ?? {});
  return [
    ...indexes
      .filter(({ table, columns }) => isDistributed(table) && !columns.includes(keyOf(distributions.get(table)) ?? ""))
      .map(({ name }) => `unique ${name}`),
    ...keys
      .filter(({ child, parent, own, other }) => {
        const [from, to] = [distributions.get(child), distributions.get(parent)];
        if (isReference(to)) return false;
        if (isLocal(from) && isLocal(to)) return false;
        return !own.some((column, index) => column === keyOf(from) && other[index] === keyOf(to));
      })
      .map(({ name }) => `foreign key ${name}`),
    ...triggers.filter(({ table }) => isDistributed(table)).map(({ table, name }) => `trigger ${name} on ${table}`),
  ];
}
