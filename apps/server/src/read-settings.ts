import type { BrandTexts } from "@caramelo/contract/brand";
import { BRAND_NAMES } from "@caramelo/contract/operator-settings";
import { sql } from "kysely";
import { type Config, readConfig } from "./config.ts";
import { listSavedSettings } from "./features/operator/queries.ts";
import { type Db, openDatabase } from "./platform/database/database.ts";
import { openServer } from "./platform/database/server.ts";
import { hasMasterKey } from "./platform/sealer.ts";

/**
 * Reads every setting for a start. Where production lacks data of the company in the environment, it looks for them among
 * what the operator saved, so that one list names all that is missing and nothing that is there.
 */
export async function readSettings(env: Record<string, string | undefined>): Promise<ReturnType<typeof readConfig>> {
  const read = readConfig(env);
  if (read.ok || !read.lacksCompany) return read;
  try {
    return readConfig(env, await readSavedBrand(read.config));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const unknown = `DATABASE_URL or DATA_DIR must lead to a database that answers, or what was saved at /admin/configuracoes is unknown (${reason}).`;
    return { ...read, errors: [...read.errors, unknown] };
  }
}

async function readSavedBrand({ databaseUrl, dataDir }: Config): Promise<Partial<BrandTexts>> {
  // Before the first start there is no embedded database, and nothing saved.
  if (databaseUrl === undefined && !hasMasterKey(dataDir)) return {};
  const server = await openServer({ databaseUrl, dataDir, say: () => {} });
  try {
    const { db, close } = openDatabase(server.connection);
    try {
      return await findSavedBrand(db);
    } finally {
      await close();
    }
  } finally {
    await server.stop();
  }
}

/** Nothing in a database without the table, before its first migration. */
async function findSavedBrand(db: Db): Promise<Partial<BrandTexts>> {
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass('public.operator_setting')::text as name`.execute(db);
  if (!rows[0]?.name) return {};
  const saved = new Map((await listSavedSettings(db)).map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    BRAND_NAMES.flatMap((name) => {
      const text = saved.get(`brand:${name}`);
      return typeof text === "string" ? [[name, text]] : [];
    }),
  );
}
