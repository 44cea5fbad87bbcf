import { LRUCache } from "lru-cache";

/**
 * Answers that cost much to find and may be a little old, in memory. Callers with the same question share one answer, also
 * while it is being found. A failure is not kept.
 */
export type ShortCache<T> = { get(question: string, now: Date, find: () => Promise<T>): Promise<T> };

/** Keeps answers for `keepMs`, at most `max` of them: beyond that the one that was asked for longest ago makes room. */
export function openShortCache<T>({ keepMs, max }: { keepMs: number; max: number }): ShortCache<T> {
  const keptAnswers = new LRUCache<string, { at: number; answer: Promise<T> }>({ max });
  return {
    get(question, now, find) {
      const at = now.getTime();
      const keptAnswer = keptAnswers.get(question);
      // An answer of the future is one of a clock that was set back.
      if (keptAnswer && at >= keptAnswer.at && at < keptAnswer.at + keepMs) return keptAnswer.answer;
      const answer = find();
      keptAnswers.set(question, { at, answer });
      answer.catch(() => {
        if (keptAnswers.peek(question)?.answer === answer) keptAnswers.delete(question);
      });
      return answer;
    },
  };
}
