import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { sweepOldPhotoObjects } from "../features/photos/jobs.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { openStores, type StoreSettings } from "../platform/storage/stores.ts";
import type { World } from "./world.ts";

const HOUR_MS = 3_600_000;

type StoreWorld = Pick<World, "owner" | "dataDir">;

/** Counts the rows of the tables and lists the waiting uploads, neither of which a refused call may change. Photo
 * objects are left out, because they wait for the sweeper: see `sweepUp`. */
export async function takeStock({ owner, dataDir }: StoreWorld) {
  const tables = (await listTables(owner)).filter((table) => table !== "photo_object");
  const counts = sql.join(
    tables.map((table) => sql`select ${table}::text as name, count(*)::int as rows from ${sql.table(table)}`),
    sql` union all `,
  );
  const { rows } = await sql<{ name: string; rows: number }>`${counts}`.execute(owner);
  return { rows: Object.fromEntries(rows.map((row) => [row.name, row.rows])), spooled: await listSpool({ dataDir }) };
}

/** Returns the product's tables, without `city`, which no call changes, and without those of migrations. */
export async function listTables(owner: World["owner"]): Promise<string[]> {
  const { rows } = await sql<{ tableName: string }>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' and table_name <> 'city'
    order by table_name`.execute(owner);
  return rows.map((row) => row.tableName);
}

/** Runs the nightly sweep of objects after its hour has passed. Returns the stored files and object rows that remain. */
export async function sweepUp(world: World) {
  world.pass(HOUR_MS + 1);
  await sweepOldPhotoObjects(world.context);
  const objects = await world.owner.selectFrom("photoObject").select("fileName").orderBy("fileName").execute();
  return { files: await listStored(world), objects: objects.map((row) => row.fileName) };
}

export function listSpool({ dataDir }: Pick<World, "dataDir">): Promise<string[]> {
  return readdir(join(dataDir, "spool"));
}

/** Returns the key of every stored photo, and in a folder the paths of unfinished files too. */
export async function listStored({ dataDir, s3 }: StoreSettings): Promise<string[]> {
  if (s3) return listKeys((await openStores({ dataDir, s3 })).photos);
  const folder = join(dataDir, "storage");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
}

async function listKeys(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list("")) keys.push(key);
  return keys.sort();
}
