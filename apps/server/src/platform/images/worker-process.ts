import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { PhotoResult } from "./images.ts";

/** Why a worker did not answer: it ran too long, grew too large, or died by itself. */
export type WorkerLoss = "time" | "memory" | "death";

/** Of one photo, from the moment the worker gets it. */
export type WorkerLimits = { timeMs: number; memoryBytes: number };

/** A child process that takes one photo at a time. After a loss it is dead: start another. */
export type PhotoWorker = {
  /** Answers the result, or why there is none. Throws when the worker cannot even start: no photo's fault. */
  process(bytes: Uint8Array): Promise<PhotoResult | WorkerLoss>;
  isAlive(): boolean;
  stop(): Promise<void>;
};

const START_MS = 10_000;
const MEMORY_CHECK_MS = 50;

/** Starts the decoder's process. It does not keep the server alive while it has no photo in hand. */
export function startPhotoWorker(
  limits: WorkerLimits,
  file: string | URL = new URL("./photo-worker.ts", import.meta.url),
): PhotoWorker {
  const child = forkAlone(file);
  let isAlive = true;
  let loss: WorkerLoss = "death";
  let takeResult: (result: PhotoResult) => void = () => {};

  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    // A process that could not be started never exits.
    child.on("error", () => {
      child.kill("SIGKILL");
      resolve();
    });
  }).then(() => {
    isAlive = false;
  });
  const started = new Promise<true>((resolve) => {
    // The other side of the channel is photo-worker.ts alone, which says "ready" once and then only results.
    child.on("message", (message) => (message === "ready" ? resolve(true) : takeResult(message as PhotoResult)));
  });

  function end(reason: WorkerLoss): void {
    loss = reason;
    child.kill("SIGKILL");
  }

  async function process(bytes: Uint8Array): Promise<PhotoResult | WorkerLoss> {
    // The server waits for a photo in hand.
    child.ref();
    child.channel?.ref();
    try {
      await start();
      return await decode(bytes);
    } finally {
      child.unref();
      child.channel?.unref();
    }
  }

  async function start(): Promise<void> {
    const clock = setTimeout(() => end("time"), START_MS);
    const hasStarted = await Promise.race([started, ended]);
    clearTimeout(clock);
    if (!hasStarted) throw new Error("The photo worker does not start");
  }

  async function decode(bytes: Uint8Array): Promise<PhotoResult | WorkerLoss> {
    const result = new Promise<PhotoResult>((resolve) => {
      takeResult = resolve;
    });
    const release = watch(child.pid, limits, end);
    child.send(bytes);
    return Promise.race([result, ended.then(() => loss)]).finally(release);
  }

  async function stop(): Promise<void> {
    child.ref();
    child.kill("SIGKILL");
    await ended;
  }

  return { process, isAlive: () => isAlive, stop };
}

/** A child without our environment (it holds secrets) and without our standard streams, with a small heap. */
function forkAlone(file: string | URL): ChildProcess {
  const child = fork(file, {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: ["--max-old-space-size=128"],
    env: { UV_THREADPOOL_SIZE: "2", MALLOC_ARENA_MAX: "2" },
  });
  child.unref();
  child.channel?.unref();
  return child;
}

/** A clock and a scale that may end a process, until the answer calls them off. */
function watch(pid: number | undefined, limits: WorkerLimits, end: (reason: WorkerLoss) => void): () => void {
  let isOver = false;
  const clock = setTimeout(() => end("time"), limits.timeMs);
  const scale = setInterval(async () => {
    const isHeavy = (await readMemory(pid)) > limits.memoryBytes;
    if (isHeavy && !isOver) end("memory");
  }, MEMORY_CHECK_MS);
  return () => {
    isOver = true;
    clearTimeout(clock);
    clearInterval(scale);
  };
}

/** Resident bytes of a process; 0 where the system does not tell (only Linux does) or when it has ended. */
async function readMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
