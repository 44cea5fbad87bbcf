import { connectionUrl } from "../apps/server/src/platform/database/connection-url.ts";
import { openServer } from "../apps/server/src/platform/database/server.ts";
import { startRedis } from "../apps/server/src/testing/redis-server.ts";
import { endPostmaster, killPostmaster, waitForPostmaster, withRunningDatabase } from "./cluster.ts";
import type { Product, ProductOptions } from "./product.ts";
import { killProcess, type ServerProcess, startServer } from "./server-process.ts";

/** Starts two processes of the product on a prepared folder, which share a PostgreSQL and a Redis. */
export async function startNodes(options: ProductOptions): Promise<Product> {
  const { dataDir } = options;
  // PostgreSQL is a child of this process, which starts it again whenever it was killed.
  const postgres = await openServer({ databaseUrl: undefined, dataDir, say: () => {} });
  const redis = await startRedis();
  const settings = { DATABASE_URL: connectionUrl(postgres.connection), REDIS_URL: redis.url };
  const start = () => startServer({ ...options, settings });
  const nodes: ServerProcess[] = [await start(), await start()];

  return {
    victims: ["server", "postgres", "redis"],
    ports: () => nodes.map(({ port }) => port),
    kill: async (victims) => {
      const postmaster = victims.includes("postgres") ? killPostmaster(dataDir) : undefined;
      const oldest = victims.includes("server") ? nodes.shift() : undefined;
      if (victims.includes("redis")) await redis.restart();
      if (oldest) await killProcess(oldest.child);
      // A process refuses to start without its database, so PostgreSQL must be ready first.
      await waitForPostmaster(dataDir, postmaster);
      if (oldest) nodes.push(await start());
    },
    withDatabase: (work) => withRunningDatabase(dataDir, work),
    destroy: async () => {
      for (const { child } of nodes) await killProcess(child);
      await redis.kill();
      await postgres.stop();
      await endPostmaster(dataDir);
    },
  };
}
