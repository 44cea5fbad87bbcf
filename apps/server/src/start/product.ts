import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { brand } from "@caramelo/contract/brand/brand";
import { type Demo, fillInBackground, openDemo } from "../demo/demo.ts";
import { openPortraitCache } from "../demo/portraits/portrait-cache.ts";
import { openPortraitStudio, type PortraitStudio } from "../demo/portraits/portrait-studio.ts";
import { canHoldIndex } from "../features/discovery/current-index.ts";
import { ownProfileChanges } from "../features/discovery/follow-changes.ts";
import { applyAgeAssurance } from "../features/verification/commands.ts";
import type { Context } from "../platform/context.ts";
import { takeAdvisoryLock } from "../platform/database/advisory-lock.ts";
import { type Connection, openDatabase } from "../platform/database/database.ts";
import { addJob } from "../platform/database/jobs.ts";
import { openRateLimits } from "../platform/limits/rate-limit.ts";
import { openLog } from "../platform/log.ts";
import { openMetrics } from "../platform/metrics/metrics.ts";
import { openOutput } from "../platform/output.ts";
import { followSessions, openSessionCache, ownSessionChanges } from "../platform/sessions/session-cache.ts";
import { openBucket } from "../platform/storage/stores.ts";
import { openTraces } from "../platform/traces/traces.ts";
import { type Config, raiseLimits } from "./config.ts";
import { addressOf, describeReach } from "./describe-reach.ts";
import { prepareFirstAdmin } from "./first-admin.ts";
import { openHttp } from "./http.ts";
import { openLive } from "./live.ts";
import { listMetricsSources } from "./metrics-sources.ts";
import { openContext } from "./open-context.ts";
import { followEnds, openNode } from "./open-node.ts";
import { openConfiguredReplicas } from "./open-replicas.ts";
import type { OpenedServer } from "./open-server-early.ts";
import { followSiteSettings } from "./site-settings.ts";
import { openAppDatabase, startDatabase } from "./start-database.ts";
import { tryBucket } from "./try-bucket.ts";
import { QUEUE_CONNECTIONS, startWorker } from "./worker.ts";

export type Product = { stop(): Promise<void> };

type Options = {
  config: Config;
  pagesFolder: string;
  say: (line: string) => void;
  /** The database server, which has begun to start. */
  opening: Promise<OpenedServer>;
};
type DemoWithStudio = Demo & { studio: PortraitStudio };
type OnStop = (stop: () => Promise<unknown>) => void;

/** Starts the whole product. When a part cannot start, the parts that did start are stopped and the error is thrown. */
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

async function startParts({ config: asSet, pagesFolder, say, opening }: Options, onStop: OnStop): Promise<void> {
  const { config, raised: raisedLimits } = raiseLimits(asSet);
  const server = await opening;
  onStop(server.stop);
  const output = openOutput();
  const log = openLog(config.logLevel, output);
  if (raisedLimits.length > 0) log.warn({ raised: raisedLimits }, "limits were too low");
  await tryBucket(config, say);
  const { connection, endTurn } = await startDatabase({ config, log, say, onStop, server });

  const onLost = (error: Error) => log.warn({ err: error }, "database connection lost");
  const sessions = openSessionCache({ max: SESSIONS_KEPT });
  // `context` is assigned below, before any profile is written.
  const announcements = [ownSessionChanges(sessions), ownProfileChanges(() => context.discoveryIndex)];
  const traces = config.traces && (await openTraces({ ...config.traces, log }));
  if (traces) onStop(traces.close);
  const { db, sends, pools, role, close } = await openAppDatabase(connection, { onLost, announcements, traces }, say);
  onStop(close);
  const node = await openNode({ config, log, db, say });
  onStop(async () => node?.redis.close());
  const metrics = config.metricsToken === undefined ? undefined : await openMetrics(log);
  const replicas = await openConfiguredReplicas({ config, connection, role, db, log, node, metrics, traces });
  onStop(async () => replicas?.close());
  const context = await openContext({ config, log, db, sends, node, replicas, sessions, metrics });
  onStop(() => context.photoProcessor.close());
  onStop(() => context.randomPeople.close());

  onStop((await followSiteSettings(context.siteSettings, { connection, log })).stop);
  onStop((await followSessions(sessions, { connection, log })).stop);
  await applyAgeAssurance(context);
  const owner = openDatabase(connection, { max: QUEUE_CONNECTIONS, hasFreshPlans: true, onLost, announcements });
  onStop(owner.close);
  // Only the database's owner may make a member staff; the product's own role may not.
  const asOwner = { ...context, db: owner.db };
  const adminLines = await prepareFirstAdmin(asOwner, config);
  const demo = config.hasDemo ? await startDemo(asOwner, config, onStop) : undefined;
  await endTurn();
  if (config.role !== "web") {
    const worker = await startWorker(context, owner.pool, traces);
    onStop(async () => {
      // The worker waits until the owner's connections are unused, and the demo uses them.
      await demo?.stop();
      await worker.stop();
    });
  }
  const isStrict = config.mode !== "production";
  const { limits, adjust } = openRateLimits(config.limits, { redis: node?.redis });
  context.siteSettings.subscribe((settings) => adjust(settings.limits));
  let isStopping = false;
  const app = await openHttp({
    context,
    config,
    limits,
    metrics,
    traces,
    pagesFolder,
    isStrictAboutAnswers: isStrict,
    isStopping: () => isStopping,
  });
  onStop(() => app.close());
  const live =
    config.role === "worker" ? undefined : openLive({ context, config, limits, metrics, server: app.server, isStrict });
  const bucket = metrics && (await openBucket(config));
  const allPools = { ...pools, ...replicas?.pools, owner: owner.pool };
  metrics?.addSources(
    listMetricsSources({ context, live, bucket, pools: allPools, countDroppedLines: output.countDropped }),
  );
  onStop(async () => live?.close());
  await live?.beat();
  if (node) onStop((await followEnds(node, { connection, log })).stop);
  await app.listen({ host: config.host, port: config.port });
  // The server is now reachable, which some providers check when they receive the address of a webhook.
  await addJob(context.db, "connect-providers", {}, { key: "connect-providers" });
  // Nothing waits for the index: until it is ready, the database answers instead.
  if (live) void startIndex(context, config, connection);
  onStop(context.discoveryIndex.stop);
  // The last part is the first to be stopped.
  onStop(async () => {
    isStopping = true;
    await (live ? live.drain(config.drainMs) : sleep(config.drainMs));
  });
  const address = addressOf(app.server.address(), config);
  // The dashboard shows the numbers of this start, not of the last day on which the product ran.
  await addJob(context.db, "recount-statistics", {}, { key: "recount-statistics" });
  const lines = [`${brand.name} is running.`, `Address: ${address}`, ...adminLines, ...(demo?.lines ?? [])];
  const reach = live ? describeReach(config, address, networkInterfaces()) : [];
  for (const line of [...lines, ...reach, "Stop with Ctrl-C."]) say(line);
  // The demo members are added while the product runs, so the first visitors see only some of them.
  if (demo && config.role === "web") await demo.studio.close();
  else if (demo)
    void fillInBackground(demo, {
      studio: demo.studio,
      log,
      say,
      takeAdvisoryLock: () => takeAdvisoryLock(connection, "demo"),
    });
}

async function startDemo(context: Context, { dataDir }: Config, onStop: OnStop): Promise<DemoWithStudio> {
  const studio = openPortraitStudio(openPortraitCache());
  onStop(() => studio.close());
  const demo = await openDemo(context, { studio, dataDir });
  onStop(() => demo.stop());
  return { ...demo, studio };
}

// The sessions take about 15 MB, for more people than one process serves in an hour.
const SESSIONS_KEPT = 30_000;

async function startIndex({ log, ...context }: Context, { discoveryIndex }: Config, connection: Connection) {
  try {
    if (await canHoldIndex(context, discoveryIndex)) context.discoveryIndex.start(connection);
  } catch (err) {
    log.warn({ err }, "discovery could not follow the database");
  }
}
