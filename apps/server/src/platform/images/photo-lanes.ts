/** The class of senders: photos of members are processed before those of guests. */
export type Lane = "members" | "guests";

/** An upload's place in its lane, from before its first photo until after its last one. */
export type Turns = {
  /**
   * Waits for this upload's turn, then runs one piece of its work. Returns undefined, without running the piece, when
   * `signal` was aborted, the lanes are closed, or another upload took this one's place.
   */
  run<T>(work: () => Promise<T>, piece?: Piece): Promise<T | undefined>;
  leave(): void;
};

/**
 * `expectedMs`: roughly how long the piece takes. A piece that is no photo, such as the check of headers, keeps nothing
 * in memory, and its time is not counted as used by the sender.
 */
export type Piece = { expectedMs: number; isPhoto: boolean };

export type PhotoLanes = {
  /**
   * Adds an upload. Returns undefined when the sender or the lane already has the maximum of uploads. In a full lane a
   * sender who has used less time takes the place of one who has used more.
   */
  enter(upload: Upload): Turns | undefined;
  /** How many uploads are in a lane. */
  count(lane: Lane): number;
  /** Starts no more work. Resolves when the work in progress is done. */
  close(): Promise<void>;
};

/** `sender` is the member's id or the guest's address. `signal` is aborted when the client disconnects. */
export type Upload = { lane: Lane; sender: string; signal: AbortSignal };

type Entry = Upload & {
  isRunning: boolean;
  /** Whether one of its photos has been processed, and now waits in memory for the others. */
  hasBegun: boolean;
  /** The piece of work that is waiting or running. */
  piece: Piece;
  /** Starts the work that waits for its turn, or drops it. */
  start: ((isDropped: boolean) => void) | undefined;
};

// Two photos at once: more would only share the cores. Guests use one worker at most, so that the other is always free
// for members.
const WORKERS = { members: 2, guests: 1 };
const WORKERS_IN_ALL = 2;
/** The most uploads in a lane, of one sender in it, and with processed photos in memory. */
const UPLOADS = 60;
const UPLOADS_OF_SENDER = { members: 4, guests: 2 };
const BEGUN = 24;
const PHOTO: Piece = { expectedMs: 0, isPhoto: true };
/** How long, in milliseconds from a sender's first photo, their use counts against them. */
const USE_COUNTS_MS = 3_600_000;

/**
 * One queue for all photos. Each upload has at most one photo in it. Members go before guests. Within a lane the sender
 * goes first whose used time plus the time of their next photo is lowest. So no sender waits behind the backlog of one
 * who sends more, nor behind one slow photo of each earlier sender.
 */
export function openPhotoLanes(now: () => number = () => performance.now()): PhotoLanes {
  // The set is in the order of arrival.
  const entries = new Set<Entry>();
  const use = openUse(now);
  const workers = openWorkers({ use, now, onFree: startNext });
  let isClosed = false;

  const inLane = (lane: Lane) => [...entries].filter((entry) => entry.lane === lane);

  function startNext(): void {
    while (workers.count() < WORKERS_IN_ALL) {
      const next = findNext(inLane("members"), use) ?? findNext(inLane("guests"), use);
      if (!next?.start) return;
      next.start(false);
    }
  }

  function waitForTurn<T>(entry: Entry, work: () => Promise<T>, piece: Piece): Promise<T | undefined> {
    entry.piece = piece;
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    const drop = () => entry.start?.(true);
    entry.start = (isDropped) => {
      entry.start = undefined;
      entry.signal.removeEventListener("abort", drop);
      resolve(isDropped ? undefined : workers.run(entry, work));
    };
    entry.signal.addEventListener("abort", drop, { once: true });
    startNext();
    return promise;
  }

  function enter(upload: Upload): Turns | undefined {
    const own = inLane(upload.lane);
    const ofSender = own.filter(({ sender }) => sender === upload.sender);
    if (isClosed || ofSender.length >= UPLOADS_OF_SENDER[upload.lane]) return undefined;
    if (own.length >= UPLOADS) {
      const droppedEntry = findGreedier(own, upload, use);
      if (!droppedEntry) return undefined;
      droppedEntry.start?.(true);
      entries.delete(droppedEntry);
    }
    const entry: Entry = { ...upload, isRunning: false, hasBegun: false, piece: PHOTO, start: undefined };
    entries.add(entry);
    return {
      run: async (work, piece = PHOTO) => {
        const isOver = isClosed || entry.signal.aborted || !entries.has(entry);
        return isOver ? undefined : waitForTurn(entry, work, piece);
      },
      leave: () => {
        entries.delete(entry);
        startNext();
      },
    };
  }

  async function close(): Promise<void> {
    isClosed = true;
    for (const { start } of entries) start?.(true);
    await workers.finish();
  }

  return { enter, count: (lane) => inLane(lane).length, close };
}

const keyOf = ({ lane, sender }: Upload) => `${lane} ${sender}`;

type Use = ReturnType<typeof openUse>;

/** The upload of a lane whose turn it is, if one of them may start. */
function findNext(all: Entry[], use: Use): Entry | undefined {
  const [first] = all;
  if (!first || all.filter(({ isRunning }) => isRunning).length >= WORKERS[first.lane]) return undefined;
  const isFull = all.filter(({ hasBegun }) => hasBegun).length >= BEGUN;
  const waitingEntries = all.filter(({ start, hasBegun, piece }) => start && (hasBegun || !isFull || !piece.isPhoto));
  const useAfter = (entry: Entry) => use.of(keyOf(entry)) + entry.piece.expectedMs;
  // The sort is stable: senders with the same use go in the order of their arrival.
  return waitingEntries.toSorted((a, b) => useAfter(a) - useAfter(b))[0];
}

/** The waiting upload of a lane whose sender has used the most time, if that is more than the arrival has used. */
function findGreedier(all: Entry[], arrival: Upload, use: Use): Entry | undefined {
  const [greediest] = all.filter(({ start }) => start).toSorted((a, b) => use.of(keyOf(b)) - use.of(keyOf(a)));
  return greediest && use.of(keyOf(greediest)) > use.of(keyOf(arrival)) ? greediest : undefined;
}

/** Runs pieces of work, and records the time that photos take. `onFree` is called when another one may start. */
function openWorkers({ use, now, onFree }: { use: Use; now: () => number; onFree: () => void }) {
  const runningWork = new Set<Promise<unknown>>();

  async function runTimed<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
    const began = now();
    try {
      return await work();
    } finally {
      entry.isRunning = false;
      if (entry.piece.isPhoto) {
        entry.hasBegun = true;
        use.add(keyOf(entry), now() - began);
      }
    }
  }

  return {
    count: () => runningWork.size,
    run<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
      entry.isRunning = true;
      const result = runTimed(entry, work);
      const settled = result
        .catch(() => {})
        .then(() => {
          runningWork.delete(settled);
          // By the next turn of the event loop this upload has queued its next photo, or left. If another one
          // started now, it would overtake this upload.
          setImmediate(onFree);
        });
      runningWork.add(settled);
      return result;
    },
    /** Resolves when the running work is done. */
    finish: () => Promise.all(runningWork),
  };
}

/** Records how much time each sender's work took lately. */
function openUse(now: () => number) {
  // The map is in the order of first use, which is also the order in which entries are forgotten.
  const bySender = new Map<string, { ms: number; until: number }>();

  function forgetOld(): void {
    for (const [sender, { until }] of bySender) {
      if (until > now()) return;
      bySender.delete(sender);
    }
  }

  return {
    of: (sender: string) => bySender.get(sender)?.ms ?? 0,
    add: (sender: string, ms: number) => {
      forgetOld();
      const { ms: before = 0, until = now() + USE_COUNTS_MS } = bySender.get(sender) ?? {};
      bySender.set(sender, { ms: before + ms, until });
    },
  };
}
