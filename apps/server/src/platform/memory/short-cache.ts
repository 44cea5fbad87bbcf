import { LRUCache } from "lru-cache";

/**
 * Keeps answers in memory that are expensive to find and may be slightly old. Callers with the same question share one
 * answer, also while it is being found. A failure is not kept.
 */
export type ShortCache<T> = { get(question: string, now: Date, find: () => Promise<T>): Promise<T> };

/** Keeps answers for `keepMs`, at most `max` of them. Beyond that the least recently used one is dropped. */
export function openShortCache<T>({ keepMs, max }: { keepMs: number; max: number }): ShortCache<T> {
  const keptAnswers = new LRUCache<string, { at: number; answer: Promise<T> }>({ max });
  return {
    get(question, now, find) {
      const at = now.getTime();
      const keptAnswer = keptAnswers.get(question);
      // An answer from the future means that the clock was set back, so it is not used.
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
