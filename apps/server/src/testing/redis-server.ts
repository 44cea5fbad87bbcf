import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { findFreePort } from "./free-port.ts";

/** A real Redis with a password, on its own port, which stores nothing on disk. */
export type RedisServer = {
  url: string;
  password: string;
  /** Ends Redis as a crash does. */
  kill(): Promise<void>;
  /** Starts Redis again, empty, on the same port. */
  restart(): Promise<void>;
  /** Lets Redis accept connections without answering anything. */
  freeze(): void;
  thaw(): void;
};

const PASSWORD = "a-password-that-no-log-may-show";

export async function startRedis(): Promise<RedisServer> {
  const port = await findFreePort();
  let server = await start(port);
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  };
  return {
    url: `redis://:${PASSWORD}@127.0.0.1:${port}`,
    password: PASSWORD,
    kill,
    restart: async () => {
      await kill();
      server = await start(port);
    },
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
  };
}

async function start(port: number): Promise<ChildProcess> {
  const settings = { port, bind: "127.0.0.1", save: "", appendonly: "no", requirepass: PASSWORD };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.includes("Ready to accept connections")) break;
  }
  if (server.exitCode !== null) throw new Error("redis-server did not start");
  server.stdout.resume();
  return server;
}
