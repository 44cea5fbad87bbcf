import type { Db } from "../apps/server/src/platform/database/database.ts";
import { endPostmaster, killPostmaster, waitForPostmaster, withRunningDatabase } from "./cluster.ts";
import { killProcess, startServer } from "./server-process.ts";
import type { VariantName } from "./variants.ts";

/** A process that can be killed; of several servers it is each time the next one. */
export type Victim = "server" | "postgres" | "redis";

/** The product with all that it runs on, in processes that can be killed. */
export type Product = {
  /** What of it can be killed. */
  victims: Victim[];
  /** The ports at which it is reached now. */
  ports(): number[];
  /** Kills them at the same moment; resolves when all of them run again. */
  kill(victims: Victim[]): Promise<void>;
  /** The database with its owner's rights. */
  withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Ends everything at once. */
  destroy(): Promise<void>;
};

export type ProductOptions = {
  dataDir: string;
  /** What is broken in it, if anything. */
  variant?: VariantName;
  /** Is called when a process of the product ends although nobody killed it. */
  onDeath: (how: string) => void;
};

/** Starts one process of the product, which runs its own PostgreSQL, on a prepared folder. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir } = options;
  let running = await startServer(options);

  async function killServer(): Promise<void> {
    await killProcess(running.child);
    running = await startServer(options);
  }
  return {
    victims: ["server", "postgres"],
    ports: () => [running.port],
    kill: async (victims) => {
      const restarted = victims.includes("server") && killServer();
      const killed = victims.includes("postgres") ? killPostmaster(dataDir) : undefined;
      await restarted;
      // The product starts it again, by itself or when it starts.
      await waitForPostmaster(dataDir, killed);
    },
    withDatabase: (work) => withRunningDatabase(dataDir, work),
    destroy: async () => {
      await killProcess(running.child);
      await endPostmaster(dataDir);
    },
  };
}
