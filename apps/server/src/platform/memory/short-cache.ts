/**
 * Answers that cost much to find and may be a little old, in memory. Callers with the same question share one answer, also
 * while it is being found. A failure is not kept.
 */
export type ShortCache<T> = {
  get(question: string, now: Date, find: () => Promise<T>): Promise<T>;
};

/** Keeps answers for `keepMs`, at most `max` of them: beyond that the oldest makes room. */
export function openShortCache<T>({ keepMs, max }: { keepMs: number; max: number }): ShortCache<T> {
  const kept = new Map<string, { at: number; answer: Promise<T> }>();
  return {
    get(question, now, find) {
      const at = now.getTime();
      const known = kept.get(question);
      // An answer of the future is one of a clock that was set back.
      if (known && at >= known.at && at < known.at + keepMs) return known.answer;
      const answer = find();
      kept.delete(question);
      kept.set(question, { at, answer });
      const [oldest] = kept.keys();
      if (kept.size > max && oldest !== undefined) kept.delete(oldest);
      answer.catch(() => {
        if (kept.get(question)?.answer === answer) kept.delete(question);
      });
      return answer;
    },
  };
}
