import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectionUrl } from "../../apps/server/src/platform/database/connection-url.ts";
import { createDatabase, dropDatabase } from "./databases.ts";
import { type Maker, openMaker, sharedInstallation } from "./member-factory.ts";
import { GENEROUS_LIMITS, startProduct } from "./product-process.ts";

/** A product for a single journey, which can be stopped and started again at the same address. */
export type OwnProduct = {
  address: string;
  maker: Maker;
  /** The settings with which it is started. A change takes effect at the next start. */
  settings: Record<string, string>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the product for good and removes what it has written. */
  discard(): Promise<void>;
};

/** Starts a product with additional settings, on a new database of the server that all journeys share. */
export async function openOwnProduct(own: Record<string, string> = {}): Promise<OwnProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), "caramelo-own-"));
  chmodSync(folder, 0o711);
  const sharedSettings = { connectionString: sharedInstallation().databaseUrl };
  const name = `journey_${randomUUID().replaceAll("-", "")}`;
  const connection = await createDatabase(sharedSettings, name);
  const installation = { databaseUrl: connectionUrl(connection), dataDir: path.join(folder, "data") };
  const settings: Record<string, string> = {
    ...GENEROUS_LIMITS,
    DATABASE_URL: installation.databaseUrl,
    DATA_DIR: installation.dataDir,
    DEMO: "off",
    ...own,
  };
  const logFile = path.join(folder, "server.log");

  let runningProduct = await startProduct(settings, logFile);
  const { address } = runningProduct;
  const maker = openMaker(installation);
  return {
    address,
    maker,
    settings,
    stop: () => runningProduct.stop(),
    start: async () => {
      runningProduct = await startProduct({ ...settings, PORT: own.PORT ?? new URL(address).port }, logFile);
    },
    discard: async () => {
      await runningProduct.stop();
      await maker.close();
      await dropDatabase(sharedSettings, name);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
