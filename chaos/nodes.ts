import { connectionUrl } from "../apps/server/src/platform/database/connection-url.ts";
import { openServer } from "../apps/server/src/platform/database/server.ts";
import { startRedis } from "../apps/server/src/testing/redis-server.ts";
import { endPostmaster, killPostmaster, waitForPostmaster, withRunningDatabase } from "./cluster.ts";
import type { Product, ProductOptions, Victim } from "./product.ts";
import { killProcess, type ServerProcess, startServer } from "./server-process.ts";

/** Starts two processes of the product on a prepared folder, which share a PostgreSQL and a Redis. */
export async function startNodes(options: ProductOptions): Promise<Product> {
  const { dataDir } = options;
  // It belongs to this process, which starts it again whenever it was killed.
  const postgres = await openServer({ databaseUrl: undefined, dataDir, say: () => {} });
  const redis = await startRedis();
  const settings = { DATABASE_URL: connectionUrl(postgres.connection), REDIS_URL: redis.url };
  const start = () => startServer({ ...options, settings });
  const nodes: ServerProcess[] = [await start(), await start()];

  const kills: Record<Victim, () => Promise<void>> = {
    server: async () => {
      const oldest = nodes.shift();
      if (oldest) await killProcess(oldest.child);
      nodes.push(await start());
    },
    postgres: () => waitForPostmaster(dataDir, killPostmaster(dataDir)),
    redis: redis.restart,
  };
  return {
    victims: ["server", "postgres", "redis"],
    ports: () => nodes.map(({ port }) => port),
    kill: async (victims) => {
      await Promise.all(victims.map((victim) => kills[victim]()));
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
