import { setImmediate } from "node:timers/promises";
import { makeDataFolder } from "@caramelo/embedded-postgres";
import { assertRestored } from "../features/backup/mark-restore.ts";
import { openServer } from "../platform/database/server.ts";
import type { Config } from "./config.ts";

export type OpenedServer = Awaited<ReturnType<typeof openServer>>;

/**
 * Opens the database server, once nothing forbids this start. It needs few files: PostgreSQL starts while the rest of the
 * product is loaded. The caller must stop it.
 */
export async function openServerEarly(config: Config, say: (line: string) => void): Promise<OpenedServer> {
  // Everything else in the folder is closed to others one by one.
  makeDataFolder(config.dataDir);
  assertRestored(config.dataDir);
  say(config.databaseUrl ? "Opening the database of DATABASE_URL …" : "Starting the embedded PostgreSQL …");
  return openServer({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, say });
}

type OpeningServer = { stop: () => Promise<void> };

/**
 * Loads something while a server opens. Nothing of this process runs beside the loading, so `open` goes first, up to where it
 * waits for something outside. What cannot be loaded leaves no server running; a server that cannot be opened is left to who
 * waits for it.
 */
export async function loadWhileOpening<S extends OpeningServer, L>(open: () => Promise<S>, load: () => Promise<L>) {
  const opening = open();
  opening.catch(() => {});
  await setImmediate();
  try {
    return { opening, loaded: await load() };
  } catch (error) {
    await opening.then(
      (server) => server.stop(),
      () => {},
    );
    throw error;
  }
}
