import type { Clock } from "../time/clock.ts";

/** Asks a server that fails less and less often, until it answers again. Workers share it within a process. */
export type Circuit = {
  /** Whether a worker may take work that needs the server. While the server fails it is one at a time, at growing intervals. */
  mayBegin(): boolean;
  /** Does the work, and learns from it how the server is. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Lets one worker try at once, because the server answered somebody else. */
  tryNow(): void;
};

type Options = {
  clock: Clock;
  /** The server is asked at least so often. */
  waitMaxMs: number;
  /** Whether an error is the server's own answer: then it is well, and only this work failed. */
  isAnswer: (error: unknown) => boolean;
};

/** So many failures in a row, each perhaps by bad luck, say that the server is not well. */
const FAILURES_MAX = 3;
/** How long it is left alone at first. Whoever may begin has as long to do so, before the next one may. */
const WAIT_MS = 1_000;

export function openCircuit({ clock, waitMaxMs, isAnswer }: Options): Circuit {
  let failures = 0;
  let running = 0;
  let nextTryAt = 0;
  const now = () => clock.now().getTime();
  const isOpen = () => failures >= FAILURES_MAX;
  const recordFailure = () => {
    failures += 1;
    nextTryAt = now() + Math.min(WAIT_MS * 2 ** (failures - FAILURES_MAX), waitMaxMs);
  };
  return {
    mayBegin() {
      if (!isOpen()) return true;
      if (running > 0 || now() < nextTryAt) return false;
      nextTryAt = now() + WAIT_MS;
      return true;
    },
    async run(work) {
      running += 1;
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        if (isAnswer(error)) failures = 0;
        else recordFailure();
        throw error;
      } finally {
        running -= 1;
      }
    },
    tryNow() {
      nextTryAt = 0;
    },
  };
}
