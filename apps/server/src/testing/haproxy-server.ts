import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "./free-port.ts";

/** A HAProxy of this machine in front of processes of the product. */
export type HaproxyServer = {
  /** The address at which browsers reach the product, without a slash at the end. */
  url: string;
  /** Waits until HAProxy knows that the process at this place of the list is ready, or is not. */
  waitUntil(place: number, state: "ready" | "not ready"): Promise<void>;
  /** Ends HAProxy with all its connections, as a crash does. */
  crash(): Promise<void>;
  /** Starts a crashed HAProxy at the same address. */
  restart(): Promise<void>;
  /** Ends HAProxy with all its connections, and removes its files. */
  kill(): Promise<void>;
};

const CONFIG = new URL("../../../../deploy/haproxy/caramelo.cfg", import.meta.url);
const START_WITHIN_MS = 10_000;
const KNOWS_WITHIN_MS = 30_000;
const POLL_MS = 20;

/**
 * Starts HAProxy, by the config that operators use, in front of processes that listen, or will listen, at these ports of
 * this machine. It finds out within two seconds whether each of them is ready.
 * @throws when this machine has no `haproxy`, or when it refuses its config
 */
export async function startHaproxy(ports: readonly number[]): Promise<HaproxyServer> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  const [port, socket] = [await findFreePort(), join(folder, "socket")];
  await writeFile(file, adaptConfig(await readFile(CONFIG, "utf8"), { port, ports, socket }));
  const check = spawnSync("haproxy", ["-c", "-q", "-f", file], { encoding: "utf8" });
  if (check.status !== 0) throw new Error(`haproxy refuses its config: ${check.error ?? check.stderr}`);
  const url = `http://127.0.0.1:${port}`;
  const start = () => spawn("haproxy", ["-db", "-q", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  let haproxy = start();
  const crash = async () => {
    if (haproxy.exitCode !== null || haproxy.signalCode !== null) return;
    haproxy.kill("SIGKILL");
    await once(haproxy, "exit");
  };
  const kill = async () => {
    await crash();
    await rm(folder, { recursive: true, force: true });
  };
  await waitUntilOpen(haproxy, url).catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  return {
    url,
    crash,
    restart: async () => {
      haproxy = start();
      await waitUntilOpen(haproxy, url);
    },
    waitUntil: async (place, state) => {
      const giveUpAt = performance.now() + KNOWS_WITHIN_MS;
      while ((await isUp(socket, place)) !== (state === "ready")) {
        if (performance.now() > giveUpAt) throw new Error(`haproxy does not find process ${place} ${state}`);
        await sleep(POLL_MS);
      }
    },
    kill,
  };
}

/**
 * Puts the addresses of a test into the config. Tests come from one address, without TLS, and the system may allow them
 * fewer open files than a service.
 */
function adaptConfig(
  config: string,
  { port, ports, socket }: { port: number; ports: readonly number[]; socket: string },
): string {
  const servers = (suffix: (name: string) => string) =>
    ports.map((at, index) => `  server p${index} 127.0.0.1:${at}${suffix(`p${index}`)}`);
  const lines = config.split("\n").flatMap((line) => {
    if (/^ {2}(bind :443|http-request redirect scheme https|server two)/.test(line)) return [];
    if (line.startsWith("  stats socket ")) return [`  stats socket ${socket} mode 600 level admin`];
    if (line === "  bind :80") return [`  bind 127.0.0.1:${port}`];
    if (!line.startsWith("  server one"))
      return [line.replace("gt 200 ", "gt 4000 ").replace("maxconn 20000", "maxconn 4000")];
    return line.includes(" track ") ? servers((name) => ` track processes/${name}`) : servers(() => "");
  });
  return lines.join("\n");
}

/** Whether HAProxy would send requests to a process now. */
async function isUp(socket: string, place: number): Promise<boolean> {
  const connection = connect(socket);
  connection.end("show stat\n");
  const lines = (await text(connection)).split("\n").map((line) => line.split(","));
  const at = lines[0]?.indexOf("status") ?? -1;
  const line = lines.find(([backend, server]) => backend === "processes" && server === `p${place}`);
  return line?.[at]?.startsWith("UP") === true;
}

async function waitUntilOpen(haproxy: ChildProcess, url: string): Promise<void> {
  const giveUpAt = performance.now() + START_WITHIN_MS;
  for (;;) {
    // Any answer will do: HAProxy itself answers while no process is ready.
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    if (haproxy.exitCode !== null || performance.now() > giveUpAt) throw new Error("haproxy did not start");
    await sleep(POLL_MS);
  }
}
