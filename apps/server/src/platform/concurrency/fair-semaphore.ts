import { fail } from "../http/failure.ts";
import { openRoundRobin } from "./round-robin.ts";

/**
 * `share` is the lane's part of the places that become free, relative to the shares of the other lanes that have work.
 */
type LaneOptions = { share: number; maxWaiting: number; maxWaitingOfSender: number };

/** Called with true when the work may run, and with false when the work is refused. */
type Waiter = (isGranted: boolean) => void;

// Waiting work is done within seconds, so a refused caller may try again soon.
const RETRY_AFTER_SECONDS = 10;

/**
 * Bounds concurrent work. Other work waits in lanes, and in each lane the senders take turns. The lanes share the
 * places that become free by stride scheduling (Waldspurger and Weihl, 1995): a lane may use what the others leave
 * free, no lane waits for the backlog of another, and a lane that was idle is served next.
 */
export function openFairSemaphore<Lane extends string>(concurrency: number, options: Record<Lane, LaneOptions>) {
  const openLane = ({ share, maxWaiting: max, maxWaitingOfSender: maxOfSender }: LaneOptions) => ({
    waiting: openRoundRobin<Waiter>({ max, maxOfSender }),
    stride: 1 / share,
    /** The lane with the lowest `pass` is served next; its `pass` then grows by its stride. */
    pass: 0,
  });
  // The cast holds because the record has exactly these keys; `Object.keys` returns them as plain strings.
  const lanes = new Map((Object.keys(options) as Lane[]).map((name) => [name, openLane(options[name])]));
  let runningCount = 0;
  let currentPass = 0;

  function getLane(name: Lane) {
    const lane = lanes.get(name);
    if (!lane) throw new Error(`There is no lane ${name}.`);
    return lane;
  }

  function addWaiting(name: Lane, sender: string, waiter: Waiter): void {
    const lane = getLane(name);
    // An idle lane must not save up turns, so its `pass` is raised to the current one.
    if (lane.waiting.isEmpty()) lane.pass = Math.max(lane.pass, currentPass);
    lane.waiting.add(sender, waiter)?.(false);
  }

  function startNext(): void {
    const [lane] = [...lanes.values()].filter(({ waiting }) => !waiting.isEmpty()).toSorted((a, b) => a.pass - b.pass);
    if (!lane || runningCount >= concurrency) return;
    runningCount += 1;
    currentPass = lane.pass;
    lane.pass += lane.stride;
    lane.waiting.take()?.(true);
  }

  return {
    /**
     * Runs the work when it gets a place. Fails with RATE_LIMIT_EXCEEDED and an estimate of the seconds to wait when
     * the sender's waiting work reaches its limit, or when the lane is full, unless another sender in it has clearly
     * more work waiting.
     */
    async run<T>(lane: Lane, sender: string, work: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      addWaiting(lane, sender, resolve);
      startNext();
      if (!(await promise)) fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      try {
        return await work();
      } finally {
        runningCount -= 1;
        startNext();
      }
    },
    /** Moves a sender's waiting work to another lane. Work without a place there is refused. */
    move(sender: string, from: Lane, to: Lane): void {
      for (const movedWaiter of getLane(from).waiting.takeAllOf(sender)) addWaiting(to, sender, movedWaiter);
    },
  };
}
