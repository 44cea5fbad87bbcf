const TRIES_MAX = 60;
/**
 * A text that after this many tries still costs more than twice what is allowed is not tried again: at least one of so
 * many tries was not interrupted.
 */
const TRIES_SURE = 20;

/**
 * Returns the texts that cost more than `times` the cost of `letters`. Both are measured at about the same time, and
 * the lowest of several tries counts, so that a busy machine does not decide the result: it can only make single tries
 * slower.
 */
export function listCostly(
  read: (text: string) => unknown,
  texts: readonly string[],
  { letters, times }: { letters: string; times: number },
): string[] {
  for (let round = 0; round < TRIES_SURE; round += 1) read(letters);
  return texts.filter((text) => !isCheap(read, text, letters, times));
}

/**
 * Returns the texts that cost more than eight times the cost of a quarter of them. A linear cost would be four times as
 * high, and a quadratic one sixteen times.
 */
export function listSuperlinear(read: (text: string) => unknown, texts: readonly string[]): string[] {
  const quarterOf = (text: string) => text.slice(0, text.length / 4) + text.slice(-1);
  return texts.filter((text) => !isCheap(read, text, quarterOf(text), 8));
}

function isCheap(read: (text: string) => unknown, text: string, letters: string, times: number): boolean {
  let [least, leastOfLetters] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < TRIES_MAX; round += 1) {
    leastOfLetters = Math.min(leastOfLetters, timeOf(read, letters));
    least = Math.min(least, timeOf(read, text));
    if (round === 0) continue;
    if (least <= times * leastOfLetters) return true;
    if (round > TRIES_SURE && least > 2 * times * leastOfLetters) return false;
  }
  return false;
}

function timeOf(read: (text: string) => unknown, text: string): number {
  const before = performance.now();
  read(text);
  return performance.now() - before;
}
