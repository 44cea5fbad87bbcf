type QueueBounds = { max: number; maxOfSender: number };

/**
 * A queue of waiting work in which senders take turns: a new sender waits for at most one piece of work of each other
 * sender, however much the others have sent.
 */
export function openRoundRobin<T>({ max, maxOfSender }: QueueBounds) {
  // The map is in the order of the turns: after its turn a sender moves to the end.
  const queues = new Map<string, T[]>();
  let size = 0;

  /** Removes the last work of the sender with the most, unless they would then have less than `own` + 1 pieces. */
  function makeRoom(own: number): T | undefined {
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    return longest.length > own + 1 ? longest.pop() : undefined;
  }

  return {
    /**
     * Adds work to the queue. Returns the work that must be refused instead, if any: this work when its sender has no
     * place left; when the whole queue is full, the last work of the sender with the most, or this work if that sender
     * would then have less than this one.
     */
    add(sender: string, work: T): T | undefined {
      const own = queues.get(sender) ?? [];
      if (own.length >= maxOfSender) return work;
      const loser = size >= max ? makeRoom(own.length) : undefined;
      if (size >= max && loser === undefined) return work;
      own.push(work);
      // A sender who is already waiting keeps their turn.
      queues.set(sender, own);
      if (loser === undefined) size += 1;
      return loser;
    },
    /** Removes and returns the work whose turn comes next. */
    take(): T | undefined {
      const [first] = queues;
      if (!first) return undefined;
      const [sender, own] = first;
      const work = own.shift();
      queues.delete(sender);
      if (own.length > 0) queues.set(sender, own);
      size -= 1;
      return work;
    },
    /** Removes and returns all work of a sender, in its order. */
    takeAllOf(sender: string): T[] {
      const own = queues.get(sender) ?? [];
      queues.delete(sender);
      size -= own.length;
      return own;
    },
    isEmpty: () => size === 0,
  };
}
