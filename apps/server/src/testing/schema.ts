import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/**
 * Describes the schema that the migrations made, one line for each thing that may differ between two databases of the
 * product.
 */
export async function describeSchema(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with relation as (select * from pg_class where relnamespace = 'public'::regnamespace)
    select concat_ws(' ', 'relation', oid::regclass, relkind, reloptions, relowner::regrole, relacl, obj_description(oid, 'pg_class'))
    as line from relation where relkind <> 'i'
    union all select concat_ws(' ', 'column', attrelid::regclass, row_number() over (partition by attrelid order by attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity, attstorage, attcollation::regcollation,
      pg_get_expr(adbin, adrelid), attacl, col_description(attrelid, attnum))
    from relation join pg_attribute on attrelid = relation.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind = 'r' and attnum > 0 and not attisdropped
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, reloptions) from pg_index join relation on oid = indexrelid
    union all select concat_ws(' ', pg_get_functiondef(oid), proowner::regrole, proacl, obj_description(oid, 'pg_proc'))
    from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, max_value, cycle)
    from pg_sequences where schemaname = 'public'
    union all select concat_ws(' ', 'extension', extname) from pg_extension
    union all select concat_ws(' ', 'default rights', defaclnamespace, defaclobjtype, defaclacl) from pg_default_acl
    union all select concat_ws(' ', 'setting', setrole, setconfig) from pg_db_role_setting
    where setdatabase in (0, (select oid from pg_database where datname = current_database()))
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}
