import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { contract } from "@caramelo/contract/contract";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, expect, inject, vi } from "vitest";
import { openMailCircuits } from "../base/mail/mail-circuits.ts";
import { ownProfileChanges } from "../features/discovery/follow-changes.ts";
import type { Context } from "../platform/context.ts";
import { connectionUrl, withDatabase } from "../platform/database/connection-url.ts";
import { APP_ROLE, type Connection, type Db, openDatabase, withClient } from "../platform/database/database.ts";
import { openRateLimits, type RateLimits } from "../platform/limits/rate-limit.ts";
import { openLog } from "../platform/log.ts";
import { openMetrics } from "../platform/metrics/metrics.ts";
import { followSessions, openSessionCache, ownSessionChanges } from "../platform/sessions/session-cache.ts";
import type { S3Settings } from "../platform/storage/s3-bucket.ts";
import { openBucket } from "../platform/storage/stores.ts";
import { openTraces } from "../platform/traces/traces.ts";
import { type Config, readConfig } from "../start/config.ts";
import { openHttp } from "../start/http.ts";
import { type Live, openLive } from "../start/live.ts";
import { listMetricsSources } from "../start/metrics-sources.ts";
import { openContext } from "../start/open-context.ts";
import { followEnds, openNode } from "../start/open-node.ts";
import { openConfiguredReplicas } from "../start/open-replicas.ts";
import { openBrowser } from "./browser.ts";
import { cloneDatabase } from "./clone-database.ts";
import { PATIENT } from "./patience.ts";
import { environmentOf } from "./s3-server.ts";

/** A whole server on its own database. Each test makes its own members, and no test empties tables. */
export type World = {
  app: FastifyInstance;
  /** The hub of live connections. Its pings, heartbeats and sweeps run only when a test calls them. */
  live: Live;
  context: Context;
  limits: RateLimits;
  /** The database with the rights of the product's own role. */
  db: Db;
  /** The database with its owner's rights, to read and write what the product's role may not. */
  owner: Db;
  dataDir: string;
  /** The bucket with the files; undefined where they are in the data folder. */
  s3: S3Settings | undefined;
  /** The connection to the database with its owner's rights, for tools that connect by themselves. */
  connectionString: string;
  /** The connections of `db`. */
  pool: pg.Pool;
  /** The pool over which `runJobs` works. */
  jobsPool: pg.Pool;
  /** Every line that was logged. */
  logged: string[];
  /** Moves the server's clock, by milliseconds. The buckets of limits refill only through this clock. */
  pass(ms: number): void;
  browser(address?: string): ReturnType<typeof openBrowser>;
};

/**
 * Opens a world for a test file and closes it after the file's last test. Settings have the names of environment
 * variables. With `beside` the new world is another process of that world, on the same database and files, and must be
 * opened after it; `replicaTimes` are those of its replicas. It serves the web build of `pagesFolder`, if there is one.
 * Its requests wait for locks for `lockMs`: by default far longer than the product's, because a test that holds a lock
 * may be slow on a busy machine.
 */
export async function openWorld(
  settings: Record<string, string> = {},
  beside?: Pick<World, "connectionString" | "dataDir"> & {
    replicaTimes?: Parameters<typeof openConfiguredReplicas>[0]["times"];
  },
  pagesFolder?: string,
  lockMs = 12_000,
): Promise<World> {
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(inject("worldsFolder"), "world-")));
  const database = beside
    ? { connection: { connectionString: beside.connectionString }, drop: async () => {} }
    : await cloneTemplate();
  const config = testConfig(dataDir, settings);
  const logged: string[] = [];
  const log = openLog("trace", { write: (line) => logged.push(line) });
  const sessions = openSessionCache({ max: 1_000 });
  // Writes of the tests with the owner's rights count as writes of this process as well.
  const announcements = [ownSessionChanges(sessions), ownProfileChanges(() => context.discoveryIndex)];
  const traces = config.traces && (await openTraces({ ...config.traces, log }));
  const app = openDatabase(database.connection, { role: APP_ROLE, max: 8, announcements, traces, lockMs });
  const owner = openDatabase(database.connection, { max: 2, announcements });
  const jobsPool = openJobsPool(database.connection);
  let passedMs = 0;
  const node = await openNode({ config, log, db: app.db });
  const metrics = config.metricsToken === undefined ? undefined : await openMetrics(log);
  const replicas = await openConfiguredReplicas({
    config,
    connection: database.connection,
    role: APP_ROLE,
    db: app.db,
    log,
    node,
    metrics,
    traces,
    times: beside?.replicaTimes,
  });
  const real = await openContext({ config, log, db: app.db, sends: app.sends, node, replicas, sessions, metrics });
  const following = await followSessions(sessions, { connection: database.connection, log });
  const clock = { now: () => new Date(Date.now() + passedMs) };
  const context: Context = { ...real, clock, mailCircuits: openMailCircuits(clock) };
  const { limits, adjust } = openRateLimits(config.limits, { clock: () => passedMs, redis: node?.redis });
  context.siteSettings.subscribe((settings) => adjust(settings.limits));
  const http = await openHttp({ context, config, limits, metrics, traces, pagesFolder, isStrictAboutAnswers: true });
  const live = openLive({ context, config, limits, metrics, server: http.server, isStrict: true, hasTimers: false });
  const bucket = metrics && (await openBucket(config));
  const pools = { ...app.pools, owner: owner.pool };
  metrics?.addSources(listMetricsSources({ context, live, bucket, pools, countDroppedLines: () => 0 }));
  await live.beat();
  const ends = node && (await followEnds(node, { connection: database.connection, log }));
  await http.listen({ host: "127.0.0.1", port: 0 });
  if (config.discoveryIndex === "on") await startIndex(context, database.connection);

  afterAll(async () => {
    await context.discoveryIndex.stop();
    live.close();
    await ends?.stop();
    await following.stop();
    node?.redis.close();
    await http.close();
    await context.photoProcessor.close();
    await context.randomPeople.close();
    await replicas?.close();
    await app.close();
    await owner.close();
    await jobsPool.end();
    await traces?.close();
    await database.drop();
    if (!beside) await rm(dataDir, { recursive: true, force: true });
  });
  return {
    app: http,
    live,
    context,
    limits,
    db: app.db,
    owner: owner.db,
    dataDir,
    s3: config.s3,
    connectionString: connectionUrl(database.connection),
    pool: app.pool,
    jobsPool,
    logged,
    pass: (ms) => {
      passedMs += ms;
    },
    browser: (address) => openBrowser(http, contract, address),
  };
}

/** The queue warns of a pool without an error listener, which would not survive the loss of a connection. */
function openJobsPool(connection: Connection): pg.Pool {
  const pool = new pg.Pool(connection);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Waits until the index answers, so that tests with DISCOVERY_INDEX find it ready. */
async function startIndex({ discoveryIndex }: Context, connection: Connection): Promise<void> {
  discoveryIndex.start(connection);
  await vi.waitFor(() => expect(discoveryIndex.isAnswering()).toBe(true), PATIENT);
}

function testConfig(dataDir: string, settings: Record<string, string>): Config {
  // The server believes it is behind a proxy, so that each browser of a test can have its own address.
  const bucket = s3Environment(dataDir);
  const configResult = readConfig({
    ...bucket,
    DATA_DIR: dataDir,
    TRUST_PROXY: "127.0.0.1",
    LOG_LEVEL: "trace",
    ...settings,
  });
  if (!configResult.ok) throw new Error(configResult.errors.join("\n"));
  // Unlike at a start, limits are not raised to their floors, because a test that uses up a limit sets a lower one.
  return configResult.config;
}

/** In the project "bucket" the files of each world are below its own prefix, and otherwise in its data folder. */
function s3Environment(dataDir: string): Record<string, string> {
  const s3 = inject("s3");
  return s3 ? environmentOf({ ...s3, prefix: basename(dataDir) }) : {};
}

async function cloneTemplate() {
  const template = new URL(inject("templateUrl"));
  const name = `caramelo_world_${randomUUID().replaceAll("-", "")}`;
  const server = withDatabase({ connectionString: template.href }, "postgres");
  const connection = await cloneDatabase(server, template.pathname.slice(1), name);
  const drop = () => withClient(server, (client) => client.query(`drop database ${name} with (force)`));
  return { connection, drop };
}
