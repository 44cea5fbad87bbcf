import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connectionUrl } from "../../apps/server/src/platform/database/connection-url.ts";
import type { Connection } from "../../apps/server/src/platform/database/database.ts";
import { CACHE } from "../fixtures/databases.ts";
import { startHelper } from "../processes.ts";

/** Starts the product on a database of the bench, in a process of its own. `name` keeps its files apart. */
export async function startProductHelper(
  connection: Connection,
  name: string,
  flags: string[] = [],
  limits: Record<string, string> = {},
) {
  const dataDir = join(CACHE, "files", name);
  await mkdir(dataDir, { recursive: true });
  const helper = startHelper("servers/product.ts", flags);
  try {
    const settings = { ...limits, DATABASE_URL: connectionUrl(connection), DATA_DIR: dataDir };
    return { helper, origin: await helper.ask<string>("start", settings) };
  } catch (error) {
    await helper.stop();
    throw error;
  }
}
