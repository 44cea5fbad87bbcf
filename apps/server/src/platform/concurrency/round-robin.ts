type QueueBounds = { max: number; maxOfSender: number };

/**
 * Work that waits, by its sender. Senders take turns: whoever comes anew waits for at most one piece of work of each other sender, however much all of them
 * have sent.
 */
export function openRoundRobin<T>({ max, maxOfSender }: QueueBounds) {
  // In the order of their turns: after its turn a sender goes to the end.
  const queues = new Map<string, T[]>();
  let size = 0;

  /** Takes back the last work of the sender with the most, when that is still more than a newcomer with `own` would have. */
  function makeRoom(own: number): T | undefined {
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    return longest.length > own + 1 ? longest.pop() : undefined;
  }

  return {
    /**
     * Lets work wait for its turn. Answers the work that has to be refused instead, if any: this one when its sender has no
     * place left, or the last one of the sender with the most when no place at all is left and the newcomer has fewer.
     */
    add(sender: string, work: T): T | undefined {
      const own = queues.get(sender) ?? [];
      if (own.length >= maxOfSender) return work;
      const loser = size >= max ? makeRoom(own.length) : undefined;
      if (size >= max && loser === undefined) return work;
      own.push(work);
      // A sender who waits already keeps their turn.
      queues.set(sender, own);
      if (loser === undefined) size += 1;
      return loser;
    },
    /** Takes the work whose turn it is. */
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
    /** Takes all work of a sender, in its order. */
    takeAllOf(sender: string): T[] {
      const own = queues.get(sender) ?? [];
      queues.delete(sender);
      size -= own.length;
      return own;
    },
    isEmpty: () => size === 0,
  };
}
