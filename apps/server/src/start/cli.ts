import { writeFile } from "node:fs/promises";
import { Email } from "@caramelo/contract/accounts/account";
import { STAFF_ROLES } from "@caramelo/contract/accounts/staff-permissions";
import { sql } from "kysely";
import { readAccessLog } from "../features/accounts/access-commands.ts";
import { makeOrRecoverAdmin } from "../features/accounts/commands.ts";
import { makeBackup } from "../features/backup/commands.ts";
import { assertRestored } from "../features/backup/mark-restore.ts";
import { restore } from "../features/backup/restore-commands.ts";
import { changeSettings } from "../features/operator/commands.ts";
import { tryPix } from "../features/pix/commands.ts";
import { connectionUrl } from "../platform/database/connection-url.ts";
import { type Db, openDatabase } from "../platform/database/database.ts";
import { generateTypes, TYPES_FILE } from "../platform/database/generate-types.ts";
import { migrate } from "../platform/database/migrate.ts";
import { openServer, openServerBeside } from "../platform/database/server.ts";
import { openLog } from "../platform/log.ts";
import { connectToPsp } from "../platform/payments/pix/pix-connection.ts";
import { openSealer } from "../platform/secrets/sealer.ts";
import { systemClock } from "../platform/time/clock.ts";
import type { Config } from "./config.ts";
import { openSiteSettings } from "./operator.ts";
import { readSettings } from "./read-settings.ts";

type Server = Awaited<ReturnType<typeof openServer>>;
type Command = (config: Config, args: string[]) => Promise<void>;

const MIGRATIONS = new URL("../migrations/", import.meta.url);
const say = (line: string) => void process.stdout.write(`${line}\n`);

const commands: Record<string, Command> = {
  "db:new": writeMigration,
  "db:types": (config) => withServer(config, writeTypes),
  "db:reset": (config) => withServer(config, (server) => resetDatabase(config, server)),
  "pix:try": tryAccessToPix,
  "access-log": (config, args) => withServer(config, (server) => showAccesses(config, server, args)),
  backup: (config, args) => untilStopped((signal) => makeBackup(config, args, { say, signal })),
  restore: (config, args) => untilStopped((signal) => restore(config, args, { say, signal })),
  settings: takeSettingsBack,
  admin: (config, args) => withServer(config, (server) => recoverAdmin(config, server, args)),
};

/** Ctrl-C lets the work take back what it has begun; a second one ends the process at once. */
async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort(new Error("Stopped. Nothing is left of it."));
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

/** Beside the running product or without it: whoever needs it may be shut out of both. */
async function takeSettingsBack({ dataDir, databaseUrl, brand, mode, fixed }: Config, args: string[]): Promise<void> {
  assertRestored(dataDir);
  const server = await openServerBeside({ databaseUrl, dataDir, say });
  try {
    // Who only looks changes nothing: the product may be of an earlier release.
    if (args[0] !== "list") await migrate(server.connection);
    const { db, close } = openDatabase(server.connection);
    const running = { db, clock: systemClock, environment: { brand, mode, fixed }, say };
    await changeSettings(running, args).finally(close);
  } finally {
    await server.stop();
  }
}

async function writeMigration(_config: Config, [name]: string[]): Promise<void> {
  if (!name || !/^[a-z]+(-[a-z]+)+$/.test(name)) throw new Error("Name it verb-noun: npm run db:new -- add-nickname");
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = new URL(`${stamp}-${name}.ts`, MIGRATIONS);
  const text = `import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`\`.execute(db);
}
`;
  await writeFile(file, text, { flag: "wx" });
  say(`Made ${file.pathname}`);
}

async function writeTypes({ connection }: Server): Promise<void> {
  await migrate(connection);
  await writeFile(TYPES_FILE, await generateTypes(connectionUrl(connection)));
  say("Wrote the database types.");
}

async function resetDatabase({ mode }: Config, { connection }: Server): Promise<void> {
  if (mode === "production") throw new Error("db:reset refuses: MODE is production.");
  const { db, close } = openDatabase(connection);
  try {
    const members = await countMembers(db);
    // A development database has a few hundred demo members and some test accounts.
    if (members > 1_000) throw new Error(`db:reset refuses: this database has ${members} members.`);
    await sql`drop schema public cascade`.execute(db);
    await sql`drop schema if exists graphile_worker cascade`.execute(db);
    await sql`create schema public`.execute(db);
  } finally {
    await close();
  }
  await migrate(connection);
  say("The database is empty and up to date.");
}

/** Answers 0 for a database without the table, before its first migration. */
async function countMembers(db: Db): Promise<number> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('public.member')::text as name`.execute(db);
  if (!rows[0]?.name) return 0;
  const { count } = await db
    .selectFrom("member")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

async function recoverAdmin(
  config: Config,
  { connection }: Server,
  [email = config.adminEmail, role = "owner"]: string[],
): Promise<void> {
  const address = Email.safeParse(email);
  if (!address.success) throw new Error("The admin's e-mail must be an e-mail address.");
  const staffRole = STAFF_ROLES.find((one) => one === role);
  if (!staffRole) throw new Error(`The role must be one of: ${STAFF_ROLES.join(", ")}.`);
  await migrate(connection);
  const { db, close } = openDatabase(connection);
  try {
    // The mail about it carries the operator's brand and words.
    await openSiteSettings({ config, db });
    const request = { email: address.data, password: config.adminPassword, role: staffRole };
    const admin = await makeOrRecoverAdmin({ db, clock: systemClock }, request);
    say(`${admin.isNew ? "Made" : "Gave a new password to"} the admin ${admin.email}.`);
    say(admin.password === undefined ? "The password is the one in ADMIN_PASSWORD." : `Password: ${admin.password}`);
  } finally {
    await close();
  }
}

/** Only on paper of a court or an authority: the law asks for it, and each reading is in the audit log. */
async function showAccesses(
  config: Config,
  { connection }: Server,
  [email = "", reason = ""]: string[],
): Promise<void> {
  const address = Email.safeParse(email);
  if (!address.success || reason.trim() === "")
    throw new Error('Say whose and why: npm run access-log -- someone@example.com "court order 1234"');
  await migrate(connection);
  const { db, close } = openDatabase(connection);
  try {
    const sealer = await openSealer(config.dataDir);
    const accesses = await readAccessLog({ db, sealer, clock: systemClock }, { email: address.data, reason });
    for (const { at, address: from } of accesses) say(`${at}  ${from}`);
    say(`${accesses.length} accesses of ${address.data}.`);
  } finally {
    await close();
  }
}

async function tryAccessToPix({ pix, logLevel }: Config): Promise<void> {
  if (!pix) throw new Error("Set every PIX_ setting first: docs/operations.md says how.");
  const api = await connectToPsp(pix, { clock: systemClock, log: openLog(logLevel) });
  await tryPix({ api, chave: pix.chave, say });
}

const [name = "", ...args] = process.argv.slice(2);
const command = commands[name];
// The product may be running.
const read = await readSettings(process.env, openServerBeside);
try {
  if (!command) throw new Error(`Unknown command. There are: ${Object.keys(commands).join(", ")}`);
  if (!read.ok) throw new Error(read.errors.join("\n"));
  await command(read.config, args);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
