import { setImmediate } from "node:timers/promises";
import { isOutdatedPostgres, NEWEST_POSTGRES } from "@caramelo/contract/operator/postgres-releases";
import { makeDataFolder } from "@caramelo/embedded-postgres";
import { assertRestored } from "../features/backup/mark-restore.ts";
import { withClient } from "../platform/database/database.ts";
import { openServer } from "../platform/database/server.ts";
import type { Config } from "./config.ts";

export type OpenedServer = Awaited<ReturnType<typeof openServer>>;

/**
 * Opens the database server, unless an unfinished restore forbids it. This file imports few others, so that PostgreSQL
 * can start while the rest of the product is loaded. The caller must stop the server.
 */
export async function openServerEarly(config: Config, say: (line: string) => void): Promise<OpenedServer> {
  // The folder itself is made for its owner only; its content has separate permissions.
  makeDataFolder(config.dataDir);
  assertRestored(config.dataDir);
  say(config.databaseUrl ? "Opening the database of DATABASE_URL …" : "Starting the embedded PostgreSQL …");
  const server = await openServer({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, say });
  if (!config.databaseUrl && config.mode === "production") say(await adviseAgainstEmbedded(server));
  return server;
}

/** Advice for the operator of a site that keeps its data in the embedded PostgreSQL. */
async function adviseAgainstEmbedded({ connection }: OpenedServer): Promise<string> {
  const { rows } = await withClient(connection, (client) =>
    client.query<{ server_version: string }>("show server_version"),
  );
  const version = rows[0]?.server_version ?? "";
  const newer = isOutdatedPostgres(version)
    ? `, and ${NEWEST_POSTGRES}, which is safer, was out when this release was made`
    : "";
  return `The embedded PostgreSQL ${version} is for trying and for small sites${newer}: docs/operations.md, "Embedded PostgreSQL or yours".`;
}

type OpeningServer = { stop: () => Promise<void> };

/**
 * Loads modules while a server opens. Loading blocks this process, so `open` is called first and runs until it waits
 * for something outside. If loading fails, the server is stopped; a server that cannot be opened is reported to the
 * caller who waits for it.
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
