import { takeAdvisoryLock } from "../platform/database/advisory-lock.ts";
import { APP_ROLE, type Connection, mayActAsApp, openDatabase, withClient } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { findAppConnection } from "../platform/database/server.ts";
import type { Log } from "../platform/log.ts";
import { claimDatabase, readProcessMark } from "../platform/nodes/claim-database.ts";
import { assertMasterKey, markMasterKey } from "../platform/secrets/master-key-mark.ts";
import type { Config } from "./config.ts";
import type { OpenedServer } from "./open-server-early.ts";

type Say = (line: string) => void;
type OnStop = (stop: () => Promise<unknown>) => void;
type Start = { config: Config; log: Log; say: Say; onStop: OnStop; server: OpenedServer };

/**
 * Returns the database once it is up to date. When several processes start at the same moment, one prepares it, and the
 * others wait until `endTurn`.
 */
export async function startDatabase({ config, log, say, onStop, server: { connection } }: Start) {
  const explain = (error: unknown) => {
    if (!config.databaseUrl) throw error;
    throw new Error(`The database of DATABASE_URL does not answer as it should: ${String(error)}`);
  };
  await withClient(connection, (client) => client.query("select 1")).catch(explain);
  // This check comes first, because the next lines would make a missing key.
  await withClient(connection, (client) => assertMasterKey(client, config));
  const isShared = config.redisUrl !== undefined;
  const mark = await readProcessMark(config);
  onStop((await claimDatabase(connection, { isShared, mark, log, say })).release);
  const endTurn = await takeAdvisoryLock(connection, "start");
  onStop(endTurn);
  const migrations = await migrate(connection).catch(explain);
  await withClient(connection, (client) => markMasterKey(client, config));
  if (migrations.length > 0) say(`Brought the database up to date (${migrations.length} migrations).`);
  return { connection, endTurn };
}

/** Opens the database as the product's own role, if the database allows it. `role` is what its connections become. */
export async function openAppDatabase(connection: Connection, options: Parameters<typeof openDatabase>[1], say: Say) {
  const own = await findAppConnection(connection);
  if (own) return { ...openDatabase(own, options), role: undefined };
  const role = (await mayActAsApp(connection)) ? APP_ROLE : undefined;
  if (!role) say(ROLE_WARNING);
  return { ...openDatabase(connection, { ...options, ...(role && { role }) }), role };
}

const ROLE_WARNING = `WARNING: the database's user may not create or become the role ${APP_ROLE}, so the product runs with all of that user's rights. See docs/operations.md.`;
