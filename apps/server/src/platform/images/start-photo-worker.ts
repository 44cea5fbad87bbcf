import { type ChildProcess, fork } from "node:child_process";
import type { PhotoResult } from "./process-photo.ts";
import { type UsageLimits, watchUsage } from "./process-usage.ts";

/**
 * Why a worker did not answer: it used too much processor time or memory, it died by itself, or the machine was so busy
 * that the work did not finish, which says nothing about the photo.
 */
export type WorkerLoss = "time" | "memory" | "death" | "busy";

/** Only the decoder of uploads returns fingerprints. */
export type DecodedPhoto = PhotoResult & { fingerprints?: string[] };

/** The result, or why there is none, and how long the photo used the processor. */
export type WorkerAnswer = { outcome: DecodedPhoto | WorkerLoss; processorMs: number };

/** A child process that takes one photo at a time. After a loss it is dead, and another one must be started. */
export type PhotoWorker = {
  /** Throws when the worker cannot start, which says nothing about the photo. */
  process(bytes: Uint8Array): Promise<WorkerAnswer>;
  isAlive(): boolean;
  stop(): Promise<void>;
};

const START_MS = 30_000;

type Options = { niceness?: number; file?: string | URL };

/** Starts the decoder's process. It keeps the server alive only while it works on a photo. */
export function startPhotoWorker(
  limits: UsageLimits,
  { niceness = 10, file = new URL("./photo-worker.ts", import.meta.url) }: Options = {},
): PhotoWorker {
  const child = forkAlone(file, niceness);
  let isAlive = true;
  let loss: WorkerLoss = "death";
  let takeResult: (result: DecodedPhoto) => void = () => {};

  const ending = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    // A process that could not be started never emits `exit`.
    child.on("error", () => {
      child.kill("SIGKILL");
      resolve();
    });
  }).then(() => {
    isAlive = false;
  });
  const starting = new Promise<true>((resolve) => {
    // The cast holds because only the worker sends over this channel: "ready" once, and then only results.
    child.on("message", (message) => (message === "ready" ? resolve(true) : takeResult(message as DecodedPhoto)));
  });

  function end(reason: WorkerLoss): void {
    loss = reason;
    child.kill("SIGKILL");
  }

  async function process(bytes: Uint8Array): Promise<WorkerAnswer> {
    // While a photo is in progress the server must not exit.
    child.ref();
    child.channel?.ref();
    try {
      return (await start()) ? await decode(bytes) : { outcome: loss, processorMs: 0 };
    } finally {
      child.unref();
      child.channel?.unref();
    }
  }

  /** Returns false when the machine is too busy to start a process. */
  async function start(): Promise<boolean> {
    const timer = setTimeout(() => end("busy"), START_MS);
    const hasStarted = await Promise.race([starting, ending]);
    clearTimeout(timer);
    if (!hasStarted && loss !== "busy") throw new Error("The photo worker does not start");
    return hasStarted === true;
  }

  async function decode(bytes: Uint8Array): Promise<WorkerAnswer> {
    const result = new Promise<DecodedPhoto>((resolve) => {
      takeResult = resolve;
    });
    const watch = await watchUsage(child.pid, limits, end);
    child.send(bytes);
    const outcome = await Promise.race([result, ending.then(() => loss)]);
    return { outcome, processorMs: await watch.finish() };
  }

  async function stop(): Promise<void> {
    child.ref();
    child.kill("SIGKILL");
    await ending;
  }

  return { process, isAlive: () => isAlive, stop };
}

/**
 * Forks a child with a small heap, without standard streams, and without the server's environment, which holds secrets.
 */
function forkAlone(file: string | URL, niceness: number): ChildProcess {
  const child = fork(file, [String(niceness)], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: ["--max-old-space-size=128"],
    env: { UV_THREADPOOL_SIZE: "2", MALLOC_ARENA_MAX: "2" },
  });
  child.unref();
  child.channel?.unref();
  return child;
}
