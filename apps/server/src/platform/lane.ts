import { fail } from "./http/failure.ts";

/** Work that few may do at once. The others wait outside, and beyond `waiting` of them the caller is sent away. */
export type Lane = {
  /** RATE_LIMIT_EXCEEDED, with a guess of the seconds to wait, when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

const RETRY_AFTER_SECONDS = 30;

export function openLane({ places, waiting }: { places: number; waiting: number }): Lane {
  let free = places;
  const queue: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (queue.length >= waiting) fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  function leave(): void {
    const next = queue.shift();
    // The place goes from hand to hand: nobody who comes now can slip in between.
    if (next) next();
    else free += 1;
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
