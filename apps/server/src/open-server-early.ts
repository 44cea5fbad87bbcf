import { makeDataFolder } from "@caramelo/embedded-postgres";
import type { Config } from "./config.ts";
import { assertRestored } from "./features/backup/mark-restore.ts";
import { openServer } from "./platform/database/server.ts";
import { assertPortIsFree } from "./platform/port.ts";

export type OpenedServer = Awaited<ReturnType<typeof openServer>>;

/**
 * Opens the database server, once nothing forbids this start. It needs few files: PostgreSQL starts while the rest of the
 * product is loaded. The caller must stop it.
 */
export async function openServerEarly(config: Config, say: (line: string) => void): Promise<OpenedServer> {
  await assertPortIsFree(config.host, config.port);
  // Everything else in the folder is closed to others one by one.
  makeDataFolder(config.dataDir);
  assertRestored(config.dataDir);
  say(config.databaseUrl ? "Opening the database of DATABASE_URL …" : "Starting the embedded PostgreSQL …");
  return openServer({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, say });
}
