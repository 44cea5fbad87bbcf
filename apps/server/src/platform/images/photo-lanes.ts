/** Whose photos they are: those of members go before those of guests. */
export type Lane = "members" | "guests";

/** An upload's place in its lane, from before its first photo until after its last. */
export type Turns = {
  /**
   * Waits for this upload's turn, then runs one piece of its work. Answers undefined, without running it, when `signal` has
   * been aborted, the lanes are closed, or another upload took its place.
   */
  run<T>(work: () => Promise<T>, piece?: Piece): Promise<T | undefined>;
  leave(): void;
};

/** `expectedMs`: about how long it takes. A piece that is no photo leaves nothing in memory and does not count as use. */
export type Piece = { expectedMs: number; isPhoto: boolean };

export type PhotoLanes = {
  /**
   * undefined when the sender, or the lane, has as many uploads as it may. In a full lane a sender who has used less takes the
   * place of one who has used more.
   */
  enter(upload: Upload): Turns | undefined;
  /** Runs nothing more. Resolves when the work in progress is done. */
  close(): Promise<void>;
};

/** `sender`: the member, or the guest's address. `signal` is aborted when the client has gone. */
export type Upload = { lane: Lane; sender: string; signal: AbortSignal };

type Entry = Upload & {
  isRunning: boolean;
  /** Whether a photo of it has been processed, and so waits in memory for the others. */
  hasBegun: boolean;
  /** What waits or runs. */
  piece: Piece;
  /** Starts the work that waits for its turn, or drops it. */
  start: ((isDropped: boolean) => void) | undefined;
};

// Two at once: more would only share the cores. Guests never occupy both, so that a member waits for members only.
const WORKERS = { members: 2, guests: 1 };
const WORKERS_IN_ALL = 2;
/** How many uploads a lane holds, how many of them one sender may have, and how many may keep their first photos in memory. */
const UPLOADS = 60;
const UPLOADS_OF_SENDER = { members: 4, guests: 2 };
const BEGUN = 24;
const PHOTO: Piece = { expectedMs: 0, isPhoto: true };
/** How long a sender's use counts against them, from their first photo. */
const USE_COUNTS_MS = 3_600_000;

/**
 * One queue for all photos. Each upload has one photo in it at a time. Members go before guests; within a lane the sender goes
 * first who has used the least time with what their photo will take, so that nobody waits behind the backlog of somebody who
 * sends more, nor behind one dear photo of each sender who came before.
 */
export function openPhotoLanes(now: () => number = () => performance.now()): PhotoLanes {
  // In the order of their arrival.
  const entries = new Set<Entry>();
  const use = openUse(now);
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  const inLane = (lane: Lane) => [...entries].filter((entry) => entry.lane === lane);

  function findNext(lane: Lane): Entry | undefined {
    const all = inLane(lane);
    if (all.filter(({ isRunning }) => isRunning).length >= WORKERS[lane]) return undefined;
    const isFull = all.filter(({ hasBegun }) => hasBegun).length >= BEGUN;
    const waiting = all.filter(({ start, hasBegun, piece }) => start && (hasBegun || !isFull || !piece.isPhoto));
    const useAfter = (entry: Entry) => use.of(keyOf(entry)) + entry.piece.expectedMs;
    // The sort is stable: senders who used the same go in the order of their arrival.
    return waiting.toSorted((a, b) => useAfter(a) - useAfter(b))[0];
  }

  function startNext(): void {
    while (running.size < WORKERS_IN_ALL) {
      const next = findNext("members") ?? findNext("guests");
      if (!next?.start) return;
      next.start(false);
    }
  }

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

  function waitForTurn<T>(entry: Entry, work: () => Promise<T>, piece: Piece): Promise<T | undefined> {
    entry.piece = piece;
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    const drop = () => entry.start?.(true);
    entry.start = (isDropped) => {
      entry.start = undefined;
      entry.signal.removeEventListener("abort", drop);
      if (isDropped) return resolve(undefined);
      entry.isRunning = true;
      const done = runTimed(entry, work);
      const settled = done
        .catch(() => {})
        .then(() => {
          running.delete(settled);
          // By then the upload has asked for its next photo's turn, or left: another's would go before it otherwise.
          setImmediate(startNext);
        });
      running.add(settled);
      resolve(done);
    };
    entry.signal.addEventListener("abort", drop, { once: true });
    startNext();
    return promise;
  }

  /** In a full lane, drops the waiting upload whose sender has used the most, when that is more than the newcomer has. */
  function makeRoom(all: Entry[], newcomer: Upload): boolean {
    const [greediest] = all.filter(({ start }) => start).toSorted((a, b) => use.of(keyOf(b)) - use.of(keyOf(a)));
    if (!greediest || use.of(keyOf(greediest)) <= use.of(keyOf(newcomer))) return false;
    greediest.start?.(true);
    return entries.delete(greediest);
  }

  function enter(upload: Upload): Turns | undefined {
    const own = inLane(upload.lane);
    const ofSender = own.filter(({ sender }) => sender === upload.sender);
    if (isClosed || ofSender.length >= UPLOADS_OF_SENDER[upload.lane]) return undefined;
    if (own.length >= UPLOADS && !makeRoom(own, upload)) return undefined;
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
    await Promise.all(running);
  }

  return { enter, close };
}

const keyOf = ({ lane, sender }: Upload) => `${lane} ${sender}`;

/** How long each sender's work took lately. */
function openUse(now: () => number) {
  // In the order of their first use, which is the order in which they are forgotten.
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
