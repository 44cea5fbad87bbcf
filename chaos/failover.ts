import { type Db, openDatabase } from "../apps/server/src/platform/database/database.ts";
import { migrate } from "../apps/server/src/platform/database/migrate.ts";
import { type PostgresServers, startPostgresServers } from "../apps/server/src/testing/postgres-servers.ts";
import { startRedis } from "../apps/server/src/testing/redis-server.ts";
import { CUSTOMER_LIMITS } from "./customers.ts";
import type { Product, ProductOptions } from "./product.ts";
import { killProcess, startServer } from "./server-process.ts";
import { until } from "./wait.ts";

/** Starts a primary with a synchronous standby, perhaps with a read replica, and makes the database on them. */
export async function prepareServers<T>(prepare: (db: Db) => Promise<T>, { hasReplica = false } = {}) {
  const servers = await startPostgresServers({ hasReplica });
  await migrate({ connectionString: servers.url() });
  return { servers, prepared: await withServers(servers, prepare) };
}

/** Starts two processes of the product, which share a Redis and a primary whose standby takes over from it. */
export async function startFailover(options: ProductOptions, servers: PostgresServers): Promise<Product> {
  const redis = await startRedis();
  const settings = { DATABASE_URL: servers.url(), REDIS_URL: redis.url, ...CUSTOMER_LIMITS };
  const nodes = await Promise.all([startServer({ ...options, settings }), startServer({ ...options, settings })]);
  const promotions: number[] = [];

  async function isReady(port: number): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    await answer.body?.cancel();
    return answer.ok;
  }
  return {
    victims: ["primary"],
    promotions,
    ports: () => nodes.map(({ port }) => port),
    kill: async () => {
      await servers.killPrimary();
      // Members write into the gap: nothing is promoted before each process has met it.
      for (const { port } of nodes)
        await until(
          async () => !(await isReady(port)),
          () => "a process to meet the gap",
        );
      await servers.promote();
      promotions.push(Date.now());
      await servers.rebuildStandby();
    },
    withDatabase: (work) => withServers(servers, work),
    destroy: async () => {
      for (const { child } of nodes) await killProcess(child);
      await redis.kill();
      await servers.stop();
    },
  };
}

/** Opens the primary with the rights of its owner, for the time of `work`. */
export async function withServers<T>(servers: PostgresServers, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase({ connectionString: servers.url() }, { max: 1 });
  return work(db).finally(close);
}
