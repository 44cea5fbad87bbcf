import type { BrandTexts } from "@caramelo/contract/brand/brand";
import { BRAND_NAMES } from "@caramelo/contract/operator/site-settings";
import { listSavedBeforeStart } from "../features/operator/queries.ts";
import { type Db, openDatabase } from "../platform/database/database.ts";
import { openServer } from "../platform/database/server.ts";
import { isDataFolder } from "../platform/storage/is-data-folder.ts";
import { type Config, readConfig } from "./config.ts";

type Env = Record<string, string | undefined>;

/**
 * Reads every setting for a start, or for a command that may run next to the product. If the environment of a
 * production site lacks texts of the company, it also reads those that the operator saved, so that the errors list
 * exactly what is missing.
 */
export async function readEnvironment(env: Env, open = openServer): Promise<ReturnType<typeof readConfig>> {
  const readSettings = readConfig(env);
  if (readSettings.ok || !readSettings.lacksCompany) return readSettings;
  try {
    return readConfig(env, await readSavedBrand(readSettings.config, open));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const unknown = `DATABASE_URL or DATA_DIR must lead to a database that answers, or what was saved at /admin/configuracoes is unknown (${reason}).`;
    return { ...readSettings, errors: [...readSettings.errors, unknown] };
  }
}

async function readSavedBrand(
  { databaseUrl, dataDir, masterKey }: Config,
  open: typeof openServer,
): Promise<Partial<BrandTexts>> {
  // Before the first start there is no embedded database, so nothing is saved.
  if (databaseUrl === undefined && !isDataFolder({ dataDir, masterKey })) return {};
  const server = await open({ databaseUrl, dataDir, say: () => {} });
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

async function findSavedBrand(db: Db): Promise<Partial<BrandTexts>> {
  const savedTexts = new Map((await listSavedBeforeStart(db)).map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    BRAND_NAMES.flatMap((name) => {
      const text = savedTexts.get(`brand:${name}`);
      return typeof text === "string" ? [[name, text]] : [];
    }),
  );
}
