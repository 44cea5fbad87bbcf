import type { Clock } from "../time/clock.ts";

/**
 * Sends less and less work to a server that fails, until it answers again. Workers of the same class share a circuit.
 */
export type Circuit = {
  /**
   * Whether a worker may take work that needs the server. While the server fails, only one worker at a time may, at
   * growing intervals.
   */
  mayBegin(): boolean;
  /** Runs the work and learns from its outcome whether the server works. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Allows one worker to try at once, because other work has just got an answer from the server. */
  tryNow(): void;
};

type Options = {
  clock: Clock;
  /** The longest pause between two tries, in milliseconds. */
  waitMaxMs: number;
  /** Whether an error is the server's own answer: the server then works, and only this work failed. */
  isAnswer: (error: unknown) => boolean;
};

/** The number of failures in a row after which the server counts as failing. A single failure may be bad luck. */
const FAILURES_MAX = 3;
/** The first pause after the server counts as failing, and the pause after each worker that is allowed to begin. */
const WAIT_MS = 1_000;

export function openCircuit({ clock, waitMaxMs, isAnswer }: Options): Circuit {
  let failures = 0;
  let runningCount = 0;
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
      if (runningCount > 0 || now() < nextTryAt) return false;
      nextTryAt = now() + WAIT_MS;
      return true;
    },
    async run(work) {
      runningCount += 1;
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        if (isAnswer(error)) failures = 0;
        else recordFailure();
        throw error;
      } finally {
        runningCount -= 1;
      }
    },
    tryNow() {
      nextTryAt = 0;
    },
  };
}
