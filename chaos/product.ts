import type { Db } from "../apps/server/src/platform/database/database.ts";
import { endPostmaster, killPostmaster, waitForPostmaster, withRunningDatabase } from "./cluster.ts";
import { killProcess, startServer } from "./server-process.ts";
import type { VariantName } from "./variants.ts";

/** What of the product is killed; `both` die at the same moment, as when the machine loses its power. */
export type KillKind = "server" | "postgres" | "both";

/** The product with its own database, in processes that can be killed. */
export type Product = {
  /** The ports at which it is reached now. */
  ports(): number[];
  /** Resolves when what was killed runs again. */
  kill(kind: KillKind): Promise<void>;
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

/** Starts the product on a prepared folder. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir } = options;
  const start = () => startServer(options);
  let running = await start();

  async function killServer(): Promise<void> {
    await killProcess(running.child);
    running = await start();
  }
  const kills: Record<KillKind, () => Promise<void>> = {
    server: killServer,
    // The product itself starts it again.
    postgres: () => waitForPostmaster(dataDir, killPostmaster(dataDir)),
    both: async () => {
      const restarted = killServer();
      killPostmaster(dataDir);
      await restarted;
    },
  };
  return {
    ports: () => [running.port],
    kill: (kind) => kills[kind](),
    withDatabase: (work) => withRunningDatabase(dataDir, work),
    destroy: async () => {
      await killProcess(running.child);
      await endPostmaster(dataDir);
    },
  };
}
