import { fail } from "./http/failure.ts";
import { openRoundRobin } from "./round-robin.ts";

/** Bounds how much work runs at once. Other work waits in lanes, and in each lane the senders take turns. */
export type FairSemaphore<Lane extends string> = {
  /**
   * RATE_LIMIT_EXCEEDED, with a guess of the seconds to wait, when the sender has as much waiting as they may, or when their
   * lane is full and nobody in it has more waiting than they.
   */
  run<T>(lane: Lane, sender: string, work: () => Promise<T>): Promise<T>;
};

type Places = { maxWaiting: number; maxWaitingOfSender: number };

/** Grants a place to run; false when the work is refused. */
type Waiting = (isGranted: boolean) => void;

// Whatever waits is done within seconds.
const RETRY_AFTER_SECONDS = 10;

/**
 * No lane waits for the backlog of another: what becomes free goes to the lane with the least running, and of these to the
 * one that was served the longest ago. A lane uses what the others leave.
 */
export function openFairSemaphore<Lane extends string>(
  concurrency: number,
  places: Record<Lane, Places>,
): FairSemaphore<Lane> {
  const openLane = ({ maxWaiting: max, maxWaitingOfSender: maxOfSender }: Places) => ({
    waiting: openRoundRobin<Waiting>({ max, maxOfSender }),
    running: 0,
    servedAt: 0,
  });
  // The keys of a record are its own; TypeScript only knows them as strings.
  const lanes = new Map((Object.keys(places) as Lane[]).map((name) => [name, openLane(places[name])]));
  let served = 0;

  function findNextLane() {
    return [...lanes.values()]
      .filter(({ waiting }) => !waiting.isEmpty())
      .toSorted((one, other) => one.running - other.running || one.servedAt - other.servedAt)[0];
  }

  function startNext(): void {
    const running = [...lanes.values()].reduce((sum, lane) => sum + lane.running, 0);
    const lane = running < concurrency ? findNextLane() : undefined;
    if (!lane) return;
    lane.running += 1;
    served += 1;
    lane.servedAt = served;
    lane.waiting.take()?.(true);
  }

  return {
    async run(name, sender, work) {
      const lane = lanes.get(name);
      if (!lane) throw new Error(`There is no lane ${name}.`);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      lane.waiting.add(sender, resolve)?.(false);
      startNext();
      if (!(await promise)) fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      try {
        return await work();
      } finally {
        lane.running -= 1;
        startNext();
      }
    },
  };
}
