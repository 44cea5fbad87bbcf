/** Work that is done again and again, one round at a time. */
export type Rounds = {
  /** Resolves when a round that began after this call is over; callers who wait at the same time share a round. */
  run(): Promise<void>;
  /** Whether the last finished round began before the last request, or more than `afterMs` milliseconds ago. */
  isDue(afterMs: number): boolean;
  /** Milliseconds since the last finished round began. */
  ageMs(): number;
  /** Marks that a round is needed. */
  request(): void;
};

/**
 * Waits at most `ms` for work and returns whether it finished; unfinished work goes on. @throws when the work failed
 */
export async function isOverWithin(ms: number, work: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

export function openRounds(work: () => Promise<void>): Rounds {
  let requests = 0;
  let doneRequests = 0;
  let doneBegan = Number.NEGATIVE_INFINITY;
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function begin(): Promise<void> {
    const [began, seen] = [performance.now(), requests];
    await work();
    doneBegan = began;
    doneRequests = seen;
  }

  function start(): Promise<void> {
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
      next ??= current.catch(() => {}).then(start);
      return next;
    },
    isDue: (afterMs) => doneRequests !== requests || performance.now() - doneBegan > afterMs,
    ageMs: () => performance.now() - doneBegan,
    request() {
      requests += 1;
    },
  };
}
