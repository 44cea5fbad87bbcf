// Configures fast-check for every property; tests import it from here and nowhere else.
//
// A failed property prints its seed, path and counterexample. To replay it, put the printed `{ seed, path,
// endOnFailure: true }` into its options; without `endOnFailure` it shrinks further.
//
// TEST_RUNS says how many runs a property takes: `few` (`npm test`) with the same seed each time, `many`
// (`npm run test:all`) with a new seed each time, or a number, with which a property stops at its first failure. Without
// a limit of the test a property takes all its runs, however long they last:
//   TEST_RUNS=20000 npx vitest run apps/server/src/features/discovery/order.feature.test.ts --testTimeout 0
import fc from "fast-check";
import { TestRunner } from "vitest";

/** The shares of a test's limit after which a property takes no further run, and after which a run counts as hanging. */
const [STOP_AFTER, HANGS_AFTER] = [1 / 6, 5 / 6];
const FIXED_SEED = 20_261_128;

/** The options of a property that takes another number of runs than most: `many`, or a twentieth of them as the few. */
export function runs(many: number, testRuns = process.env.TEST_RUNS ?? "few") {
  if (testRuns === "few") return { numRuns: Math.ceil(many / 20), seed: FIXED_SEED, endOnFailure: false };
  if (testRuns === "many") return { numRuns: many, endOnFailure: false };
  return { numRuns: Number(testRuns), endOnFailure: true };
}

// A test may fake the clock and the timers later, and the time of its limit goes on.
const real = { now: Date.now, setTimeout, clearTimeout };

type Result = Awaited<ReturnType<fc.IRawProperty<unknown>["run"]>>;

/** How long the test runs already, and its limit, which is Infinity where it has none. */
function readTestTime(): { passedMs: number; limitMs: number } {
  const { result, timeout } = TestRunner.getCurrentTest() ?? {};
  return { passedMs: real.now() - (result?.startTime ?? real.now()), limitMs: timeout || Number.POSITIVE_INFINITY };
}

/**
 * Ends a property before its test reaches its limit. fast-check's own `interruptAfterTimeLimit` would leave a run going
 * on during the next test, pass a run that hangs, and fail a property whose first run is slow.
 */
export const endInTime =
  // biome-ignore lint/suspicious/noConsole: Vitest prints it with the name of the test
    (readTime = readTestTime, say: (line: string) => void = console.warn): fc.Plugin<unknown> =>
    () => {
      let [hasRun, hasFailed, isCut] = [false, false, false];
      const note = (result: Result): Result => {
        const isRun = !fc.PreconditionFailure.isFailure(result);
        hasRun ||= isRun;
        hasFailed ||= isRun && result !== null;
        return result;
      };
      /** A run that hangs fails, so that its input is printed; while the property shrinks, the last failure is printed. */
      const endHanging = (run: Promise<Result>): Promise<Result> => {
        const { passedMs, limitMs } = readTime();
        const { promise, resolve } = Promise.withResolvers<Result>();
        const error = new Error("the run did not end in time");
        const hang = () => resolve(hasFailed ? new fc.PreconditionFailure(true) : { error });
        // A timer cannot wait longer than this many milliseconds.
        const timer = real.setTimeout(hang, Math.min(limitMs * HANGS_AFTER - passedMs, 2 ** 31 - 1));
        return Promise.race([run, promise]).finally(() => real.clearTimeout(timer));
      };
      return {
        decorateRun: (run) => (value) => {
          const { passedMs, limitMs } = readTime();
          isCut = hasRun && passedMs > limitMs * STOP_AFTER;
          if (isCut) return new fc.PreconditionFailure(true);
          const result = run(value);
          return result instanceof Promise ? endHanging(result).then(note) : note(result);
        },
        onAllRunsComplete: ({ numRuns, runConfiguration }) => {
          if (hasFailed || !isCut) return;
          const seconds = Math.round(readTime().passedMs / 1_000);
          say(
            `${TestRunner.getCurrentTest()?.fullTestName}: ${numRuns} of ${runConfiguration.numRuns} runs in ${seconds} s`,
          );
        },
      };
    };

fc.configureGlobal(runs(2_000));
fc.installGlobalPlugin(endInTime());

export { fc };
