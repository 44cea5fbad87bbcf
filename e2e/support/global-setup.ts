import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RunningProduct, startProduct } from "./product-process.ts";

/** The harness's own limits: a whole run comes from one address. */
const GENEROUS_LIMITS = {
  LIMIT_SIGN_IN_ADDRESS: "1000/60",
  LIMIT_SIGN_UP_ADDRESS: "1000/60",
};

/** Starts the built product once, on a free port, with a fresh data folder; the answer stops it and removes the folder. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), "caramelo-e2e-"));
  // As root, the database runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  const admin = { ADMIN_EMAIL: "admin@exemplo.invalid", ADMIN_PASSWORD: randomBytes(18).toString("base64url") };
  const logFile = path.join(folder, "server.log");
  const env = { ...admin, ...GENEROUS_LIMITS, DATA_DIR: path.join(folder, "data") };

  let product: RunningProduct;
  try {
    product = await startProduct(env, logFile);
  } catch (fault) {
    rmSync(folder, { recursive: true, force: true });
    throw fault;
  }
  process.env.E2E_BASE_URL = product.address;
  process.env.E2E_SERVER_LOG = logFile;
  process.env.E2E_ADMIN_EMAIL = admin.ADMIN_EMAIL;
  process.env.E2E_ADMIN_PASSWORD = admin.ADMIN_PASSWORD;
  return async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
