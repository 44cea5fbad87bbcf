import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectionUrl, withDatabase } from "../../apps/server/src/platform/database/connection-url.ts";
import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { type Maker, openMaker, sharedPlace } from "./made-people.ts";
import { startProduct } from "./product-process.ts";

/** A product for one journey alone, which may be stopped and started again at the same address. */
export type OwnProduct = {
  address: string;
  maker: Maker;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it for good and removes what it wrote. */
  discard(): Promise<void>;
};

const LIMITS = { LIMIT_SIGN_IN_ADDRESS: "1000/60", LIMIT_SIGN_UP_ADDRESS: "1000/60", LIMIT_MESSAGES: "1000/10" };

/** Starts it on an empty database of the server that all journeys share, with more settings of its own. */
export async function openOwnProduct(own: Record<string, string> = {}): Promise<OwnProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), "caramelo-own-"));
  chmodSync(folder, 0o711);
  const shared = { connectionString: sharedPlace().databaseUrl };
  const name = `journey_${randomUUID().replaceAll("-", "")}`;
  const onServer = (statement: string) => withClient(shared, (client) => client.query(statement));
  await onServer(`create database ${name}`);
  const place = { databaseUrl: connectionUrl(withDatabase(shared, name)), dataDir: path.join(folder, "data") };
  const settings = { ...LIMITS, DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir, DEMO: "off", ...own };
  const logFile = path.join(folder, "server.log");

  let running = await startProduct(settings, logFile);
  const { address } = running;
  const maker = openMaker(place);
  return {
    address,
    maker,
    stop: () => running.stop(),
    start: async () => {
      running = await startProduct({ ...settings, PORT: new URL(address).port }, logFile);
    },
    discard: async () => {
      await running.stop();
      await maker.close();
      await onServer(`drop database ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
