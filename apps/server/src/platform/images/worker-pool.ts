import type { PhotoWorker, WorkerAnswer } from "./start-photo-worker.ts";

type IdleWorker = { worker: PhotoWorker; timer: NodeJS.Timeout };

const IDLE_MS = 60_000;

/** Worker processes that are started when there is work and ended after a while without any. */
export function openWorkerPool(startWorker: () => PhotoWorker) {
  const idle = new Set<IdleWorker>();
  const inProgress = new Set<Promise<unknown>>();

  /** Takes the worker that was used last, so that the others can end. */
  function takeWorker(): PhotoWorker {
    const last = [...idle].at(-1);
    if (!last) return startWorker();
    idle.delete(last);
    clearTimeout(last.timer);
    return last.worker.isAlive() ? last.worker : startWorker();
  }

  function keepWorker(worker: PhotoWorker): void {
    if (!worker.isAlive()) return;
    const timer = setTimeout(() => void endWorker(idleWorker), IDLE_MS).unref();
    const idleWorker: IdleWorker = { worker, timer };
    idle.add(idleWorker);
  }

  /** Removes the worker before it ends, so that no work reaches a worker that is ending. */
  async function endWorker(idleWorker: IdleWorker): Promise<void> {
    idle.delete(idleWorker);
    clearTimeout(idleWorker.timer);
    await idleWorker.worker.stop();
  }

  async function runOnWorker(bytes: Uint8Array): Promise<WorkerAnswer> {
    const worker = takeWorker();
    try {
      return await worker.process(bytes);
    } finally {
      keepWorker(worker);
    }
  }

  return {
    /** Sends the bytes to an idle worker, or to a new one. The caller must bound how many calls run at once. */
    process: (bytes: Uint8Array): Promise<WorkerAnswer> => {
      const answer = runOnWorker(bytes);
      const settled: Promise<void> = answer
        .catch(() => {})
        .then(() => {
          inProgress.delete(settled);
        });
      inProgress.add(settled);
      return answer;
    },
    /** Waits for the work in progress, and ends every worker. */
    close: async (): Promise<void> => {
      while (inProgress.size > 0) await Promise.all(inProgress);
      for (const idleWorker of [...idle]) await endWorker(idleWorker);
    },
  };
}
