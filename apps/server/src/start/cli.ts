import { parseArgs } from "node:util";
import { Email } from "@caramelo/contract/accounts/account";
import { readAccessLog } from "../features/accounts/access-commands.ts";
import { openBackupPlace } from "../features/backup/backup-place.ts";
import { makeBackup } from "../features/backup/commands.ts";
import { assertRestored } from "../features/backup/mark-restore.ts";
import { moveMedia } from "../features/backup/move-media.ts";
import { restore } from "../features/backup/restore-commands.ts";
import { type Repeat, repeatErasures } from "../features/erasure/repeat-erasures.ts";
import { readMoment } from "../features/erasure/rules.ts";
import { writeIncident } from "../features/incidents/commands.ts";
import { changeSettings } from "../features/operator/commands.ts";
import { tryPix } from "../features/pix/commands.ts";
import { type Connection, openDatabase, withClient } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { openServer, openServerBeside } from "../platform/database/server.ts";
import { openLog } from "../platform/log.ts";
import { connectToPsp } from "../platform/payments/pix/pix-connection.ts";
import { allowAnyMasterKey, assertMasterKey } from "../platform/secrets/master-key-mark.ts";
import { hasMasterKey, openSealer } from "../platform/secrets/sealer.ts";
import { copyErasures, latestOf } from "../platform/storage/erasure-list.ts";
import { openStores } from "../platform/storage/stores.ts";
import { systemClock } from "../platform/time/clock.ts";
import type { Config } from "./config.ts";
import { resetDatabase, writeMigration, writeTypes } from "./database-commands.ts";
import { keptData } from "./inventory.ts";
import { readEnvironment } from "./read-environment.ts";
import { recoverAdmin } from "./recover-admin.ts";
import { openSiteSettings } from "./site-settings.ts";

type Server = Awaited<ReturnType<typeof openServer>>;
type Command = (config: Config, args: string[]) => Promise<void>;

const say = (line: string) => void process.stdout.write(`${line}\n`);

const repeatAll = (connection: Connection, repeat: Repeat) => repeatErasures(connection, repeat, keptData);

const commands: Record<string, Command> = {
  "db:new": (_config, args) => writeMigration(args, say),
  "db:types": (config) => withServer(config, ({ connection }) => writeTypes(connection, say)),
  "db:reset": (config) => withServer(config, ({ connection }) => resetDatabase(config, connection, say)),
  "pix:try": tryAccessToPix,
  "access-log": (config, args) => withServer(config, (server) => showAccesses(config, server, args)),
  incident: listIncident,
  backup: (config, args) => untilStopped((signal) => makeBackup(config, args, { say, signal })),
  restore: (config, args) =>
    untilStopped((signal) => restore(config, args, { say, signal, repeatErasures: repeatAll })),
  erasures: repeatList,
  "media:move": (config) =>
    untilStopped((signal) => moveMedia(config, { say, signal }), "Stopped. The next run goes on from here."),
  "master-key": allowOtherMasterKey,
  settings: takeSettingsBack,
  admin: (config, args) => withServer(config, ({ connection }) => recoverAdmin({ config, connection, say }, args)),
};

/**
 * Replays the erasure list on a database that was restored without `restore`; with `--to` it only copies the list to
 * the place of backups.
 */
async function repeatList(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { since: { type: "string" }, to: { type: "string" } } });
  if (values.to !== undefined) {
    const { storage } = await openBackupPlace(config, values.to);
    return copyErasures((await openStores(config)).erasureList, storage);
  }
  const since = readMoment(values.since);
  await withServer(config, async ({ connection }) => {
    await migrate(connection);
    const entries = latestOf(await (await openStores(config)).erasureList.readLines());
    const repeatedErasures = await repeatAll(connection, { entries, since });
    say(`${repeatedErasures} accounts of the list of erasures are erased now.`);
  });
}

/**
 * Runs work that can be stopped. The first Ctrl-C lets the work undo or end what it has begun; a second one ends the
 * process at once.
 */
async function untilStopped(
  work: (signal: AbortSignal) => Promise<void>,
  words = "Stopped. Nothing is left of it.",
): Promise<void> {
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort(new Error(words));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  try {
    await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? stopping.signal.reason : error;
  }
}

async function withServer(config: Config, work: (server: Server) => Promise<void>): Promise<void> {
  assertRestored(config.dataDir);
  const server = await openServer({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, say });
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

/**
 * Lists or resets the settings saved at /admin/configuracoes, whether the product is running or not: a wrong one may
 * lock the owners out of that screen, or prevent a start.
 */
async function takeSettingsBack({ dataDir, databaseUrl, brand, mode, fixed }: Config, args: string[]): Promise<void> {
  assertRestored(dataDir);
  const server = await openServerBeside({ databaseUrl, dataDir, say });
  try {
    // A list changes nothing, so it must not migrate the database of a running product, which may be of an earlier
    // release.
    if (args[0] !== "list") await migrate(server.connection);
    const { db, close } = openDatabase(server.connection);
    const commandContext = { db, clock: systemClock, environment: { brand, mode, fixed }, say };
    await changeSettings(commandContext, args).finally(close);
  } finally {
    await server.stop();
  }
}

/** Lets the next start use another master key, because that of this database is lost. */
async function allowOtherMasterKey(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { lost: { type: "boolean" } } });
  if (!values.lost)
    throw new Error(
      'Only where the master key is lost: npm run master-key -- --lost (docs/operations.md, "The master key")',
    );
  await withServer(config, async ({ connection }) => {
    await withClient(connection, allowAnyMasterKey);
    say("The next start takes another master key, or draws one.");
  });
}

/**
 * Shows the access log. Use it only for a written order of a court or an authority, as the law demands; each reading is
 * recorded in the audit log.
 */
async function showAccesses(
  config: Config,
  { connection }: Server,
  [email = "", reason = ""]: string[],
): Promise<void> {
  const address = Email.safeParse(email);
  if (!address.success || reason.trim() === "")
    throw new Error('Say whose and why: npm run access-log -- someone@example.com "court order 1234"');
  await migrate(connection);
  await withClient(connection, (client) => assertMasterKey(client, config));
  const { db, close } = openDatabase(connection);
  try {
    const sealer = await openSealer(config);
    const accesses = await readAccessLog({ db, sealer, clock: systemClock }, { email: address.data, reason });
    for (const { at, address: from } of accesses) say(`${at}  ${from}`);
    say(`${accesses.length} accesses of ${address.data}.`);
  } finally {
    await close();
  }
}

/**
 * Lists an incident, whether the product is running or not. It migrates nothing, because an investigation must not
 * change its subject.
 */
async function listIncident(config: Config, args: string[]): Promise<void> {
  const { dataDir, databaseUrl } = config;
  // A new key could not open the access log.
  if (!hasMasterKey(config)) throw new Error(`There is nothing to list in ${dataDir}: is DATA_DIR the right one?`);
  assertRestored(dataDir);
  const server = await openServerBeside({ databaseUrl, dataDir, say });
  try {
    await withClient(server.connection, (client) => assertMasterKey(client, config));
    const { db, close } = openDatabase(server.connection);
    try {
      // The drafts name the company and its contacts, so they must be loaded first.
      await openSiteSettings({ config, db });
      await writeIncident({ db, sealer: await openSealer(config), clock: systemClock, dataDir, say }, args);
    } finally {
      await close();
    }
  } finally {
    await server.stop();
  }
}

async function tryAccessToPix({ pix, logLevel }: Config): Promise<void> {
  if (!pix) throw new Error("Set every PIX_ setting first: docs/operations.md says how.");
  const api = await connectToPsp(pix, { clock: systemClock, log: openLog(logLevel) });
  await tryPix({ api, chave: pix.chave, say });
}

const [name = "", ...args] = process.argv.slice(2);
const command = commands[name];
// The product may be running, so its database server is used if there is one.
const readResult = await readEnvironment(process.env, openServerBeside);
try {
  if (!command) throw new Error(`Unknown command. There are: ${Object.keys(commands).join(", ")}`);
  if (!readResult.ok) throw new Error(readResult.errors.join("\n"));
  await command(readResult.config, args);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
