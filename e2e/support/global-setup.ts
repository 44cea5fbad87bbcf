import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectionUrl } from "../../apps/server/src/platform/database/connection-url.ts";
import { openServer } from "../../apps/server/src/platform/database/server.ts";
import { openTestRun } from "../../scripts/test-run.mjs";
import { createDatabase, createTemplate } from "./databases.ts";
import { GENEROUS_LIMITS, startProduct } from "./product-process.ts";

// Faster settings, because journeys may lose their data in a power cut.
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
// Enough connections, because each worker may run its own product next to the shared one.
const ROOMY = { max_connections: "500" };

/**
 * Starts a PostgreSQL, which journeys may use directly, and the built product on a free port, both in a fresh folder.
 * The returned function stops them and removes the folder.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  await openTestRun();
  const folder = mkdtempSync(path.join(tmpdir(), "caramelo-e2e-"));
  const databaseFolder = path.join(folder, "database");
  mkdirSync(databaseFolder);
  // When the tests run as root, the database runs as another user, who needs access to the folders.
  for (const passedFolder of [folder, databaseFolder]) chmodSync(passedFolder, 0o711);
  const stops = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };
  try {
    const options = { databaseUrl: undefined, dataDir: databaseFolder, say: () => {}, settings: { ...FAST, ...ROOMY } };
    const database = await openServer(options);
    stops.push(() => database.stop());
    await createTemplate(database.connection);
    const connection = await createDatabase(database.connection, "journeys");
    await startProductOn(connectionUrl(connection), folder, stops);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startProductOn(databaseUrl: string, folder: string, stops: (() => Promise<void>)[]): Promise<void> {
  const admin = { ADMIN_EMAIL: "admin@exemplo.invalid", ADMIN_PASSWORD: randomBytes(18).toString("base64url") };
  const dataDir = path.join(folder, "data");
  const logFile = path.join(folder, "server.log");
  // A run starts products again and again, so the first one leaves its compiled code for the others.
  process.env.NODE_COMPILE_CACHE = path.join(folder, "compiled");
  const settings = {
    ...admin,
    ...GENEROUS_LIMITS,
    LIMIT_VIEWS: "10000/60",
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: "off",
  };
  const product = await startProduct(settings, logFile);
  stops.push(() => product.stop());
  process.env.E2E_BASE_URL = product.address;
  process.env.E2E_SERVER_LOG = logFile;
  process.env.E2E_DATA_DIR = dataDir;
  process.env.E2E_DATABASE_URL = databaseUrl;
  process.env.E2E_ADMIN_EMAIL = admin.ADMIN_EMAIL;
  process.env.E2E_ADMIN_PASSWORD = admin.ADMIN_PASSWORD;
}
