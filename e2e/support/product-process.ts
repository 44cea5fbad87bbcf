import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findServer } from "../../scripts/launcher/build-server.mjs";

/** `address` is the origin at which the product answers. */
export type RunningProduct = { address: string; stop(): Promise<void> };

/** The limits of products in tests, because a whole run comes from one address. */
export const GENEROUS_LIMITS = {
  LIMIT_SIGN_IN_ADDRESS: "1000/60",
  LIMIT_SIGN_UP_ADDRESS: "1000/60",
  LIMIT_UPLOAD_ATTEMPTS: "1000/60",
  LIMIT_PHOTO_WORK: "10000/60",
  LIMIT_MESSAGES: "1000/10",
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The program that `npm start` runs. */
const PROGRAM = findServer();
const ADDRESS = /^Address: (http\S+)$/m;
const START_WITHIN_MS = 60_000;
/** Names of settings of the developer's own product, which must not reach the one under test. */
const FOREIGN =
  /^(?:PORT|HOST|DATA_DIR|DATABASE_URL|REDIS_URL|DEMO|MODE|PUBLIC_URL|TRUST_PROXY|LOG_LEVEL|CONNECTIONS_PER_ADDRESS|PAYMENTS|SMTP_URL|MAIL_FROM|EMAIL_CONFIRMATION|SUPPORT_EMAIL|DPO_CONTACT|(?:ADMIN|BRAND|COMPANY)_\w+|LIMIT_\w+|PIX_\w+|STRIPE_\w+|MERCADOPAGO_\w+)$/;

function spawnProduct(settings: Record<string, string>): ChildProcess {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
  return spawn(process.execPath, [PROGRAM], {
    cwd: ROOT,
    env: { ...own, PORT: "0", ...settings },
    // By the closed IPC channel the product notices that this process has ended, even if it was killed.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** The origin that the product prints. Rejects with all its output when it ends, or prints no address in time. */
function waitForAddress(product: ChildProcess, logFile: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The product ${why}. It said:\n${readFileSync(logFile, "utf8")}`));
    const timer = setTimeout(() => fail("did not start in time"), START_WITHIN_MS);
    product.once("exit", (code) => fail(`ended with code ${code}`));
    product.stdout?.on("data", () => {
      const address = ADDRESS.exec(readFileSync(logFile, "utf8"))?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

async function stopProduct(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return;
  const exit = once(product, "exit");
  product.kill("SIGTERM");
  await exit;
}

/** Starts the product with these settings, by default on a free port. Its output goes to the log file. */
export async function startProduct(settings: Record<string, string>, logFile: string): Promise<RunningProduct> {
  writeFileSync(logFile, "");
  const product = spawnProduct(settings);
  const keep = (chunk: Buffer) => appendFileSync(logFile, chunk);
  product.stdout?.on("data", keep);
  product.stderr?.on("data", keep);
  try {
    return { address: await waitForAddress(product, logFile), stop: () => stopProduct(product) };
  } catch (error) {
    await stopProduct(product);
    throw error;
  }
}
