/** Work that is done again and again, one round at a time. */
export type RepeatedWork<T> = {
  /**
   * Resolves to the result of a round that began after this call; callers who wait at the same time share a round.
   */
  run(): Promise<T>;
  /** Whether the last finished round began before the last request, or more than `afterMs` milliseconds ago. */
  isDue(afterMs: number): boolean;
  /** Milliseconds since the last finished round began. */
  ageMs(): number;
  /** Marks that a round is needed. */
  request(): void;
};

/**
 * Waits at most `ms` for work and returns its result, or else undefined; unfinished work continues.
 * @throws when the work failed
 */
export async function resultWithin<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function openRepeatedWork<T>(work: () => Promise<T>): RepeatedWork<T> {
  let requests = 0;
  let doneRequests = 0;
  let doneBegan = Number.NEGATIVE_INFINITY;
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  async function begin(): Promise<T> {
    const [began, seenRequests] = [performance.now(), requests];
    const result = await work();
    doneBegan = began;
    doneRequests = seenRequests;
    return result;
  }

  function start(): Promise<T> {
    next = undefined;
    const round = begin();
    const over = round.finally(() => {
      if (current === over) current = undefined;
    });
    current = over;
    return over;
  }

  return {
    run() {
      if (!current) return start();
      next ??= current.then(start, start);
      return next;
    },
    isDue: (afterMs) => doneRequests !== requests || performance.now() - doneBegan > afterMs,
    ageMs: () => performance.now() - doneBegan,
    request() {
      requests += 1;
    },
  };
}
