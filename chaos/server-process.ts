import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ensureProductFixture } from "../scripts/launcher/build-server.mjs";
import type { VariantName } from "./variants.ts";

const PRODUCT = await ensureProductFixture();
const BROKEN_PRODUCT = fileURLToPath(new URL("./broken-product.fixture.ts", import.meta.url));

/** The limits are switched off, because these runs are not about them, and one machine plays all members. */
export const NO_LIMITS = {
  LIMIT_MESSAGES: "999999/1",
  LIMIT_REACTIONS: "999999/1",
  LIMIT_READING: "999999/1",
  LIMIT_BODIES: "999999/1",
  LIMIT_CALLS: "999999/1",
  LIMIT_SESSION_CHECKS: "999999/1",
  CONNECTIONS_PER_ADDRESS: "999999",
};

/** A process of the product, which can be reached at `port`. */
export type ServerProcess = { port: number; child: ChildProcess };

type Options = {
  dataDir: string;
  variant?: VariantName;
  settings?: Record<string, string>;
  /** Called when the process ends although it was not killed. */
  onDeath: (how: string) => void;
  /** Called with each line of the log from warnings on. Without it nothing is logged. */
  onLog?: (line: string) => void;
};

const killedChildren = new WeakSet<ChildProcess>();

/** Starts a process of the product, and waits until it can be reached. */
export async function startServer({ dataDir, variant, settings, onDeath, onLog }: Options): Promise<ServerProcess> {
  const own = { DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1", DATABASE_URL: "", PUBLIC_URL: "", ...NO_LIMITS };
  const child = fork(variant ? BROKEN_PRODUCT : PRODUCT, [join(dataDir, "pages"), variant ?? ""], {
    env: { ...process.env, ...own, MODE: "demo", DEMO: "off", LOG_LEVEL: onLog ? "warn" : "silent", ...settings },
    stdio: ["ignore", onLog ? "pipe" : "ignore", "inherit", "ipc"],
    // Ctrl-C reaches all processes of the terminal, but the run itself decides when this one ends.
    detached: true,
  });
  if (onLog && child.stdout) createInterface({ input: child.stdout }).on("line", onLog);
  // An exit ends the wait as well, because then no address will come.
  const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
  const address = (message as { address?: string } | null)?.address; // The fixture sends nothing else.
  if (!address) throw new Error("the product did not start");
  child.on("exit", (code, signal) => {
    if (!killedChildren.has(child)) onDeath(`a process of the product ended by itself with ${code ?? signal}`);
  });
  return { child, port: Number(new URL(address).port) };
}

export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  killedChildren.add(child);
  child.kill("SIGKILL");
  await exit;
}
