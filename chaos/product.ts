import type { Db } from "../apps/server/src/platform/database/database.ts";
import { endPostmaster, killPostmaster, waitForPostmaster, withRunningDatabase } from "./cluster.ts";
import type { Fault } from "./rules.ts";
import { killProcess, startServer } from "./server-process.ts";
import type { Engine } from "./signs.ts";
import type { VariantName } from "./variants.ts";

/** A kind of process that can be killed. Of several servers, the oldest is killed. */
export type Victim = "server" | "postgres" | Engine;

/** The product and the processes it needs, all of which can be killed. */
export type Product = {
  /** The kinds of processes that can be killed. */
  victims: Victim[];
  /** The ports at which the product can be reached now. */
  ports(): number[];
  /** Kills these processes at the same moment. Resolves when all of them run again. */
  kill(victims: Victim[]): Promise<void>;
  /** When a standby became the primary in place of a killed one, each time, in milliseconds since 1970. */
  promotions?: readonly number[];
  /** For each killed engine: after how long alert and log reported its death. In milliseconds. */
  deaths?: readonly { victim: Victim; reportedAfterMs: number }[];
  /** What is wrong outside of the database after everything was written. Call it when nothing is under way. */
  findFaults?(db: Db): Promise<Fault[]>;
  /** Opens the database with the rights of its owner. */
  withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Ends everything at once. */
  destroy(): Promise<void>;
};

export type ProductOptions = {
  dataDir: string;
  /** What is broken in the product; undefined for nothing. */
  variant?: VariantName;
  /** Called when a process of the product ends although it was not killed. */
  onDeath: (how: string) => void;
};

/** Starts one process of the product, which runs its own PostgreSQL, on a prepared folder. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir } = options;
  let runningServer = await startServer(options);

  async function killServer(): Promise<void> {
    await killProcess(runningServer.child);
    runningServer = await startServer(options);
  }
  return {
    victims: ["server", "postgres"],
    ports: () => [runningServer.port],
    kill: async (victims) => {
      const restarted = victims.includes("server") && killServer();
      const killedId = victims.includes("postgres") ? killPostmaster(dataDir) : undefined;
      await restarted;
      // The product starts PostgreSQL again, while it runs or when it is started.
      await waitForPostmaster(dataDir, killedId);
    },
    withDatabase: (work) => withRunningDatabase(dataDir, work),
    destroy: async () => {
      await killProcess(runningServer.child);
      await endPostmaster(dataDir);
    },
  };
}
