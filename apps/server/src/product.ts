import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { brand } from "@caramelo/contract/brand";
import { type Config, isLoopback } from "./config.ts";
import { type Demo, fillInBackground, openDemo } from "./demo/demo.ts";
import { openPortraitCache } from "./demo/portraits/portrait-cache.ts";
import { openPortraitStudio } from "./demo/portraits/portrait-studio.ts";
import { prepareFirstAdmin } from "./first-admin.ts";
import { openHttp } from "./http.ts";
import { openLive } from "./live.ts";
import { openContext } from "./open-context.ts";
import type { Context } from "./platform/context.ts";
import { APP_ROLE, type Connection, mayActAsApp, openDatabase } from "./platform/database/database.ts";
import { migrate } from "./platform/database/migrate.ts";
import { findAppConnection, openServer } from "./platform/database/server.ts";
import { isRoot } from "./platform/embedded-postgres/run-user.ts";
import { openLog } from "./platform/log.ts";
import { assertPortIsFree } from "./platform/port.ts";
import { startWorker } from "./worker.ts";

export type Product = { stop(): Promise<void> };

type Options = { config: Config; pagesFolder: string; say: (line: string) => void };
type OnStop = (stop: () => Promise<unknown>) => void;

/** Starts the whole product. When a part cannot start, what had started is stopped again and the error flies. */
export async function startProduct(options: Options): Promise<Product> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };
  try {
    await startParts(options, (stopPart) => stops.push(stopPart));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts({ config, pagesFolder, say }: Options, onStop: OnStop): Promise<void> {
  await assertPortIsFree(config.host, config.port);
  // As root PostgreSQL runs as another user, who must be able to pass; what lies in the folder is closed one by one.
  await mkdir(config.dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const log = openLog(config.logLevel);
  const connection = await startDatabase(config, say, onStop);

  const onLost = (error: Error) => log.warn({ err: error }, "database connection lost");
  const { db, close } = await openAppDatabase(connection, onLost, say);
  onStop(close);
  const context = await openContext({ config, log, db });
  onStop(() => context.photoProcessor.close());

  const owner = openDatabase(connection, { max: 6, onLost });
  onStop(owner.close);
  // Who is staff is the owner's to say: the product's own role may not.
  const asOwner = { ...context, db: owner.db };
  const adminLines = await prepareFirstAdmin(asOwner, config);
  const demo = config.hasDemo ? await startDemo(asOwner, config, onStop) : undefined;
  const worker = await startWorker(context, owner.pool);
  onStop(() => worker.stop());
  const isStrict = config.mode !== "production";
  const app = await openHttp({ context, config, pagesFolder, isStrictAboutAnswers: isStrict });
  onStop(() => app.close());
  const live = openLive({ context, config, server: app.server, isStrict });
  onStop(async () => live.close());
  await app.listen({ host: config.host, port: config.port });
  const lines = [
    `${brand.name} is running.`,
    `Address: ${addressOf(app.server.address(), config)}`,
    ...adminLines,
    ...(demo?.lines ?? []),
  ];
  for (const line of [...lines, ...warningsAbout(config), "Stop with Ctrl-C."]) say(line);
  // Beside the running product: whoever opens the page meets those who are ready.
  if (demo) void fillInBackground(demo, log, say);
}

async function startDemo(context: Context, { dataDir }: Config, onStop: OnStop): Promise<Demo> {
  const studio = openPortraitStudio(openPortraitCache());
  onStop(() => studio.close());
  const demo = await openDemo(context, { studio, dataDir });
  onStop(() => demo.stop());
  return demo;
}

async function startDatabase(config: Config, say: Options["say"], onStop: OnStop): Promise<Connection> {
  say(config.databaseUrl ? "Opening the database of DATABASE_URL …" : "Starting the embedded PostgreSQL …");
  const server = await openServer({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, say });
  onStop(server.stop);
  const migrations = await migrate(server.connection).catch((error: unknown) => {
    if (!config.databaseUrl) throw error;
    throw new Error(`The database of DATABASE_URL does not answer as it should: ${String(error)}`);
  });
  if (migrations.length > 0) say(`Brought the database up to date (${migrations.length} migrations).`);
  return server.connection;
}

/** Opens the database with the product's own rights, as far as the database lets us. */
async function openAppDatabase(connection: Connection, onLost: (error: Error) => void, say: Options["say"]) {
  const own = await findAppConnection(connection);
  if (own) return openDatabase(own, { onLost });
  if (await mayActAsApp(connection)) return openDatabase(connection, { onLost, role: APP_ROLE });
  say(ROLE_WARNING);
  return openDatabase(connection, { onLost });
}

const ROLE_WARNING =
  "WARNING: the database's user may not create or become the role caramelo_app, so the product runs with all of that user's rights. See docs/operations.md.";

function addressOf(address: AddressInfo | string | null, { publicUrl, host, port }: Config): string {
  if (publicUrl) return publicUrl.origin;
  // With PORT=0 the system chose the port.
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
}

function warningsAbout({ hasSecureCookies, host }: Config): string[] {
  const open =
    "WARNING: without https the session cookie is not protected on the network. Use this only to try the product.";
  return [
    ...(hasSecureCookies ? [] : [open]),
    ...(isLoopback(host) ? [] : [`Reachable from other machines at ${host}.`]),
  ];
}
