import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PHOTO_SIZE_NAMES } from "@caramelo/contract/limits";
import type { Db } from "../apps/server/src/platform/database/database.ts";
import { processPhoto } from "../apps/server/src/platform/images/process-photo.ts";
import { photoKey } from "../apps/server/src/platform/storage/key-rules.ts";
import { openS3Bucket } from "../apps/server/src/platform/storage/s3-bucket.ts";
import type { Storage } from "../apps/server/src/platform/storage/storage.ts";
import { findFreePort } from "../apps/server/src/testing/free-port.ts";
import { startHaproxy } from "../apps/server/src/testing/haproxy-server.ts";
import type { PostgresServers } from "../apps/server/src/testing/postgres-servers.ts";
import { startPrometheus } from "../apps/server/src/testing/prometheus-server.ts";
import { startRedis } from "../apps/server/src/testing/redis-server.ts";
import { environmentOf, startS3Process } from "../apps/server/src/testing/s3-server.ts";
import { prepareFiles } from "./cluster.ts";
import { CUSTOMER_LIMITS, UPLOADED_PHOTO } from "./customers.ts";
import { withServers } from "./failover.ts";
import type { Product, ProductOptions } from "./product.ts";
import type { Fault } from "./rules.ts";
import { killProcess, type ServerProcess, startServer } from "./server-process.ts";
import { ENGINES, type Engine, openWatch } from "./signs.ts";
import { until } from "./wait.ts";

const isEngine = (name: string): name is Engine => ENGINES.some((engine) => engine === name);

const TOKEN = "a-token-of-the-metrics";
/** What the alert about lost connections has to have seen before. */
const ALL_ARE_CONNECTED = "max_over_time(sum(caramelo_live_connections)[10m:5s]) >= 10";

/**
 * Starts two processes that answer members behind a HAProxy and one that works jobs, each with its own data folder,
 * as on three machines. They share a primary with a synchronous standby and a read replica, a Redis and a bucket.
 * Prometheus watches them. A killed process stays dead until log and alerts report it.
 */
export async function startEngines(options: ProductOptions, servers: PostgresServers): Promise<Product> {
  const { replica } = servers;
  if (!replica) throw new Error("the servers have no replica");
  const [redis, bucket] = await Promise.all([startRedis(), startS3Process()]);
  const [webPort, otherWebPort, workerPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const prometheus = await startPrometheus({ targets: [webPort, otherWebPort, workerPort].map(hostOf), token: TOKEN });
  const watch = openWatch({ prometheus });
  const settings = {
    DATABASE_URL: servers.url(),
    DATABASE_READ_URL: replica.url(),
    REDIS_URL: redis.url,
    MASTER_KEY: randomBytes(32).toString("base64"),
    METRICS_TOKEN: TOKEN,
    TRUST_PROXY: "127.0.0.1",
    ...environmentOf(bucket.settings),
    ...CUSTOMER_LIMITS,
  };
  const startNode = (role: "web" | "worker", port: number) => {
    const dataDir = join(options.dataDir, String(port));
    const own = { ...settings, ROLE: role, PORT: String(port) };
    return openNode(() => startServer({ ...options, dataDir, settings: own, onLog: watch.note }), dataDir, port);
  };
  const [firstWeb, secondWeb, worker] = await Promise.all([
    startNode("web", webPort),
    startNode("web", otherWebPort),
    startNode("worker", workerPort),
  ]);
  const nodes = { "first web": firstWeb, "second web": secondWeb, worker };
  const haproxy = await startHaproxy([webPort, otherWebPort]);
  await haproxy.waitUntil(0, "ready");
  await haproxy.waitUntil(1, "ready");
  const promotions: number[] = [];
  const deaths: { victim: Engine; reportedAfterMs: number }[] = [];

  /** How each engine dies and comes back. `port` is that of a killed process of the product. */
  const engines: Record<Engine, { die(): Promise<unknown>; comeBack(): Promise<unknown>; port?: number }> = {
    ...nodes,
    primary: {
      die: servers.killPrimary,
      comeBack: async () => {
        await servers.promote();
        promotions.push(Date.now());
        await servers.rebuildStandby();
      },
    },
    standby: {
      die: () => servers.killFollower(servers.standby()),
      comeBack: () => servers.restartFollower(servers.standby()),
    },
    replica: { die: () => servers.killFollower(replica), comeBack: () => servers.restartFollower(replica) },
    redis: { die: redis.kill, comeBack: redis.restart },
    bucket: { die: bucket.kill, comeBack: bucket.restart },
    balancer: {
      die: async () => {
        await until(
          () => prometheus.holds(ALL_ARE_CONNECTED),
          () => "the live connections of all members",
        );
        await haproxy.crash();
      },
      comeBack: haproxy.restart,
    },
  };
  return {
    victims: [...ENGINES],
    promotions,
    deaths,
    ports: () => [Number(new URL(haproxy.url).port)],
    kill: async (victims) => {
      for (const victim of victims.filter(isEngine)) {
        const { die, comeBack, port } = engines[victim];
        const instance = port === undefined ? undefined : hostOf(port);
        await watch.waitForEnd(victim, instance);
        const diedAt = performance.now();
        await die();
        await watch.waitForDeath(victim, diedAt, instance);
        deaths.push({ victim, reportedAfterMs: performance.now() - diedAt });
        await comeBack();
      }
    },
    findFaults: async (db) => {
      await watch.waitForCalm();
      return findWrongPhotos(db, openS3Bucket(bucket.settings).openFolder("photos"));
    },
    withDatabase: (work) => withServers(servers, work),
    destroy: async () => {
      for (const { die } of Object.values(nodes)) await die();
      await Promise.all([haproxy.kill(), prometheus.kill(), redis.kill(), bucket.remove(), servers.stop()]);
    },
  };
}

const hostOf = (port: number) => `127.0.0.1:${port}`;

async function openNode(start: () => Promise<ServerProcess>, dataDir: string, port: number) {
  await mkdir(dataDir);
  prepareFiles(dataDir);
  let runningServer = await start();
  return {
    port,
    die: () => killProcess(runningServer.child),
    comeBack: async () => {
      runningServer = await start();
    },
  };
}

/** All members upload the same photo, so each size of every stored one must be what the product makes of it. */
async function findWrongPhotos(db: Db, photos: Pick<Storage, "get">) {
  const processedPhoto = await processPhoto(await readFile(UPLOADED_PHOTO));
  if (!processedPhoto.ok) throw new Error(`the photo is refused with ${processedPhoto.code}`);
  const faults: Fault[] = [];
  const rows = await db.selectFrom("photo").select(["id", "fileName"]).execute();
  for (const { id, fileName } of rows)
    for (const size of PHOTO_SIZE_NAMES) {
      const object = await photos.get(photoKey(fileName, size));
      if (object && digest(object.bytes) === digest(processedPhoto.photo.sizes[size])) continue;
      faults.push({
        kind: "lost",
        text: `the bucket has ${object ? "other bytes" : "nothing"} for photo ${id}, ${size}`,
      });
    }
  return faults;
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
