import { fail } from "../http/failure.ts";
import { openRoundRobin } from "./round-robin.ts";

/** `share`: how much of what becomes free goes to the lane, in relation to the shares of the others that have work. */
type LaneOptions = { share: number; maxWaiting: number; maxWaitingOfSender: number };

/** Grants a place to run; false when the work is refused. */
type Waiter = (isGranted: boolean) => void;

// Whatever waits is done within seconds.
const RETRY_AFTER_SECONDS = 10;

/**
 * Bounds how much work runs at once. Other work waits in lanes, and in each lane the senders take turns.
 * Lanes share what becomes free by stride scheduling (Waldspurger and Weihl, 1995): a lane uses what the others leave, none
 * waits for the backlog of another, and one that had nothing to do is served next.
 */
export function openFairSemaphore<Lane extends string>(concurrency: number, options: Record<Lane, LaneOptions>) {
  const openLane = ({ share, maxWaiting: max, maxWaitingOfSender: maxOfSender }: LaneOptions) => ({
    waiting: openRoundRobin<Waiter>({ max, maxOfSender }),
    stride: 1 / share,
    /** The lane with the lowest is served next, and advances by its stride. */
    pass: 0,
  });
  // The keys of a record are its own; TypeScript only knows them as strings.
  const lanes = new Map((Object.keys(options) as Lane[]).map((name) => [name, openLane(options[name])]));
  let running = 0;
  let currentPass = 0;

  function getLane(name: Lane) {
    const lane = lanes.get(name);
    if (!lane) throw new Error(`There is no lane ${name}.`);
    return lane;
  }

  function addWaiting(name: Lane, sender: string, waiting: Waiter): void {
    const lane = getLane(name);
    // Nothing is saved up while there is nothing to do.
    if (lane.waiting.isEmpty()) lane.pass = Math.max(lane.pass, currentPass);
    lane.waiting.add(sender, waiting)?.(false);
  }

  function startNext(): void {
    const [lane] = [...lanes.values()].filter(({ waiting }) => !waiting.isEmpty()).toSorted((a, b) => a.pass - b.pass);
    if (!lane || running >= concurrency) return;
    running += 1;
    currentPass = lane.pass;
    lane.pass += lane.stride;
    lane.waiting.take()?.(true);
  }

  return {
    /**
     * RATE_LIMIT_EXCEEDED, with a guess of the seconds to wait, when the sender has as much waiting as they may, or when
     * their lane is full and nobody in it has more waiting than they.
     */
    async run<T>(lane: Lane, sender: string, work: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      addWaiting(lane, sender, resolve);
      startNext();
      if (!(await promise)) fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
    /** What a sender has waiting in one lane waits in another from now on; what finds no place there is refused. */
    move(sender: string, from: Lane, to: Lane): void {
      for (const waiting of getLane(from).waiting.takeAllOf(sender)) addWaiting(to, sender, waiting);
    },
  };
}
