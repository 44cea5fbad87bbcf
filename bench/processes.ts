import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
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
type Reply = { number: number; answer?: unknown; error?: string };

/** Starts a file of the bench in its own process. Its standard error is shown. */
export function startHelper(file: string, flags: string[] = []): Helper {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: flags,
    // The flags of the user's own Node would change what is measured.
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    serialization: "advanced",
  });
  const askers = new Map<number, PromiseWithResolvers<unknown>>();
  child.on("message", ({ number, answer, error }: Reply) => {
    if (error === undefined) askers.get(number)?.resolve(answer);
    else askers.get(number)?.reject(new Error(`${file}: ${error}`));
    askers.delete(number);
  });
  child.on("exit", (code, signal) => {
    for (const { reject } of askers.values()) reject(new Error(`${file} ended with ${code ?? signal}`));
  });
  let log = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk) => {
    log += chunk;
  });
  let questionNumber = 0;
  return {
    readLog: () => log,
    ask<Answer>(question: string, input?: unknown) {
      if (!child.connected) return Promise.reject(new Error(`${file} is gone`));
      questionNumber += 1;
      // The cast is safe, because the caller knows the answer of its question.
      const asker = Promise.withResolvers<Answer>() as PromiseWithResolvers<unknown> & PromiseWithResolvers<Answer>;
      askers.set(questionNumber, asker);
      child.send({ number: questionNumber, question, input } satisfies Question);
      return asker.promise;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await once(child, "exit", { signal: AbortSignal.timeout(15_000) }).catch(() => child.kill("SIGKILL"));
    },
  };
}

/** Milliseconds of processor time that this process has used so far. */
function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The bytes of memory that this process holds. On Linux, memory that it shares with others counts in part. */
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

/** Collects garbage until the memory falls no more, because V8 returns it little by little. Needs --expose-gc. */
async function memory(): Promise<Memory> {
  let least: Memory = { resident: Number.POSITIVE_INFINITY, heap: 0 };
  for (let quietRounds = 0; quietRounds < 4; quietRounds += 1) {
    globalThis.gc?.();
    await sleep(250);
    const { rss, heapUsed } = process.memoryUsage();
    if (rss < least.resident * 0.999) quietRounds = 0;
    if (rss < least.resident) least = { resident: rss, heap: heapUsed };
  }
  return least;
}

/** Runs in the helper process: answers questions until the bench disconnects, then calls `close` and exits. */
export function answerBench(
  own: Record<string, (input: never) => unknown>,
  close: () => Promise<unknown> = async () => {},
) {
  const answers: typeof own = { ...own, processor, resident, memory };
  process.on("message", async ({ number, question, input }: Question) => {
    const reply = (content: Omit<Reply, "number">) => process.send?.({ number, ...content });
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
