import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";

/** A process of the bench's own: it answers questions, and ends when it is stopped or when the bench is gone. */
export type Helper = { ask<Answer>(question: string, input?: unknown): Promise<Answer>; stop(): Promise<void> };

type Question = { number: number; question: string; input: unknown };
type Reply = { number: number; answer: unknown; error: string | undefined };
type Answers = Record<string, (input: never) => unknown>;

/** The user's own settings of the product, which must not reach the measured one. */
const FOREIGN =
  /^(?:PORT|HOST|DATA_DIR|DATABASE_URL|DEMO|MODE|PUBLIC_URL|TRUST_PROXY|LOG_LEVEL|CONNECTIONS_PER_ADDRESS|ADMIN_\w+|LIMIT_\w+|NODE_OPTIONS)$/;

/** The environment without the user's own settings of the product. */
function cleanEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
}

/** Starts a file of the bench as a process of its own. What it writes to its standard error is shown. */
export function startHelper(file: string, flags: string[] = []): Helper {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: flags,
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
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
  let asked = 0;
  return {
    ask<Answer>(question: string, input?: unknown) {
      if (!child.connected) return Promise.reject(new Error(`${file} is gone`));
      asked += 1;
      const number = asked;
      child.send({ number, question, input } satisfies Question);
      // The cast holds because the caller knows what its question answers.
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

/** Milliseconds of processor that this process has used so far. */
function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The helper process' end: answers the bench's questions until the bench disconnects, then calls `close` and exits. */
export function answerBench(own: Answers, close: () => Promise<unknown> = async () => {}): void {
  const answers: Answers = { ...own, processor };
  process.on("message", async ({ number, question, input }: Question) => {
    const reply = (part: Partial<Reply>) => process.send?.({ number, answer: undefined, error: undefined, ...part });
    try {
      // The bench asks what this process answers, with what it needs.
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
  // It listens on a port, so its address has one.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
