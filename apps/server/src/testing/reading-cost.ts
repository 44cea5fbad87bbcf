const TRIES = 20;
/**
 * A text counts as costly when each of this many measurements finds it. They share nothing: the engine may have
 * compiled a rule again between them, so that the fastest time of one cannot be reached in another.
 */
const MEASUREMENTS = 10;
/**
 * Between two measurements this process waits, in milliseconds, so that the engine's compiler, which works in parallel,
 * gets its turn on a busy machine. Before that the text is read uncompiled.
 */
const PAUSE_MS = 50;

/**
 * Returns the texts that cost more than `times` the cost of `letters`. The lowest of several tries counts, so that a
 * busy machine does not decide the result: it can only make single tries slower.
 */
export function listCostly(
  readText: (text: string) => unknown,
  texts: readonly string[],
  { letters, times }: { letters: string; times: number },
): string[] {
  const leastOfLetters = leastTimeOf(readText, letters);
  return texts.filter(
    (text) => timeOf(readText, text) > times * leastOfLetters && !isCheap(readText, text, letters, times),
  );
}

/**
 * Returns the texts that cost more than 32 times the cost of an eighth of them. A linear cost would be eight times as
 * high, and a quadratic one 64 times: both are far from the limit, because the machine may be busy.
 */
export function listSuperlinear(readText: (text: string) => unknown, texts: readonly string[]): string[] {
  const eighthOf = (text: string) => text.slice(0, text.length / 8) + text.slice(-1);
  return texts.filter((text) => !isCheap(readText, text, eighthOf(text), 32));
}

function isCheap(readText: (text: string) => unknown, text: string, letters: string, times: number): boolean {
  for (let measurement = 0; measurement < MEASUREMENTS; measurement += 1) {
    if (isMeasuredCheap(readText, text, letters, times)) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return false;
}

function isMeasuredCheap(readText: (text: string) => unknown, text: string, letters: string, times: number): boolean {
  // The letters come first, so that the engine has compiled the rule when the text is read, and often enough that at
  // least one reading was not interrupted.
  const leastOfLetters = leastTimeOf(readText, letters);
  for (let round = 0; round < TRIES; round += 1) if (timeOf(readText, text) <= times * leastOfLetters) return true;
  return false;
}

const leastTimeOf = (readText: (text: string) => unknown, text: string) =>
  Math.min(...Array.from({ length: TRIES / 2 }, () => timeOf(readText, text)));

function timeOf(readText: (text: string) => unknown, text: string): number {
  const before = performance.now();
  readText(text);
  return performance.now() - before;
}
