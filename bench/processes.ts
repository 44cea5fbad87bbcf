import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** A process that belongs to the bench. It answers questions, and ends when it is stopped or the bench is gone. */
export type Helper = {
  ask<Answer>(question: string, input?: unknown): Promise<Answer>;
  /** What the process has written to its standard output so far. */
  readLog(): string;
  stop(): Promise<void>;
};

type Question = { number: number; question: string; input: unknown };
type Reply = { number: number; answer: unknown; error: string | undefined };
type Answers = Record<string, (input: never) => unknown>;

/** Names of the user's own settings of the product, which must not reach the measured product. */
const FOREIGN =
  /^(?:PORT|HOST|DATA_DIR|DATABASE_URL|DEMO|MODE|PUBLIC_URL|TRUST_PROXY|LOG_LEVEL|CONNECTIONS_PER_ADDRESS|ADMIN_\w+|LIMIT_\w+|NODE_OPTIONS)$/;

/** The environment without the user's own settings of the product. */
function cleanEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
}

/** Starts a file of the bench in a process of its own. Its standard error is shown. */
export function startHelper(file: string, flags: string[] = []): Helper {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: flags,
    env: cleanEnvironment(),
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    serialization: "advanced",
  });
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  child.on("message", ({ number, answer, error }: Reply) => {
    const asker = waiting.get(number);
    waiting.delete(number);
    if (error === undefined) asker?.resolve(answer);
    else asker?.reject(new Error(`${file}: ${error}`));
  });
  child.on("exit", (code, signal) => {
    for (const asker of waiting.values()) asker.reject(new Error(`${file} ended with ${code ?? signal}`));
    waiting.clear();
  });
  let log = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk) => {
    log += chunk;
  });
  let asked = 0;
  return {
    readLog: () => log,
    ask<Answer>(question: string, input?: unknown) {
      if (!child.connected) return Promise.reject(new Error(`${file} is gone`));
      asked += 1;
      const number = asked;
      child.send({ number, question, input } satisfies Question);
      // The cast is safe, because the caller knows the answer of its question.
      return new Promise((resolve, reject) => waiting.set(number, { resolve, reject })) as Promise<Answer>;
    },
    stop: () => stopChild(child),
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
  child.disconnect();
  await ended;
  clearTimeout(timer);
}

/** Milliseconds of processor time that this process has used so far. */
function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The bytes of memory that this process holds. Memory shared with others counts in part, where the system reports it.
 */
function resident(): number {
  try {
    const [, kilobytes] = /^Pss: +(\d+) kB$/m.exec(readFileSync("/proc/self/smaps_rollup", "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return process.memoryUsage.rss();
  }
}

/** The memory of a process and that of its live objects, in bytes. */
export type Memory = { resident: number; heap: number };

const PAUSE_MS = 250;
const QUIET_ROUNDS = 4;

/**
 * Measures the memory after garbage collection, repeatedly, because V8 returns pages little by little. Needs
 * --expose-gc.
 */
async function memory(): Promise<Memory> {
  let least: Memory = { resident: Number.POSITIVE_INFINITY, heap: 0 };
  for (let quiet = 0; quiet < QUIET_ROUNDS; quiet += 1) {
    globalThis.gc?.();
    await sleep(PAUSE_MS);
    const { rss, heapUsed } = process.memoryUsage();
    if (rss < least.resident * 0.999) quiet = 0;
    if (rss < least.resident) least = { resident: rss, heap: heapUsed };
  }
  return least;
}

/**
 * Runs in the helper process: answers the bench's questions until the bench disconnects, then calls `close` and exits.
 */
export function answerBench(own: Answers, close: () => Promise<unknown> = async () => {}): void {
  const answers: Answers = { ...own, processor, resident, memory };
  process.on("message", async ({ number, question, input }: Question) => {
    const reply = (part: Partial<Reply>) => process.send?.({ number, answer: undefined, error: undefined, ...part });
    try {
      // The cast is safe, because the bench sends each question with its input.
      reply({ answer: await answers[question]?.(input as never) });
    } catch (error) {
      reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on("disconnect", async () => {
    await close().catch(() => {});
    process.exit(0);
  });
  // Ctrl-C reaches all processes of the terminal, but the bench decides when this one ends.
  process.on("SIGINT", () => {});
}

/** A free port of this machine. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  // The cast is safe, because a server that listens on a port has such an address.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
