import { lacksConnection } from "../database/contention.ts";
import { isOutage } from "../database/outage.ts";

/**
 * Runs many small pieces of the same work together: a batch is made of the items that came while the batch before was running,
 * and a batcher without keys runs one at a time. When none is running, an item starts at once, with those of the same turn of the event loop.
 */
export type Batchers = {
  /**
   * Adds the item to the batcher of that name and answers its result. `work` gets the items of a batch and answers as
   * many results, in order; a batcher always uses the same `work`. When a batch fails, its items are tried again one by
   * one, so that no item fails because of another, unless the database is gone: `work` must leave nothing behind when it throws.
   * With `keysOf` two batches run beside each other which have no key in common; items that share one run in their order.
   */
  join<Item, Result>(
    batcher: string,
    item: Item,
    work: (items: Item[]) => Promise<Result[]>,
    keysOf?: (item: Item) => string[],
  ): Promise<Result>;
};

type Entry = {
  item: unknown;
  keys: string[] | undefined;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
};
type Work = (items: unknown[]) => Promise<unknown[]>;
/** `busyKeys`: of the items that run; undefined where every item waits for every batch. */
type Batcher = { waiting: Entry[]; running: number; busyKeys: Set<string>; isDue: boolean };

// With a larger batch the transaction would take longer, and each member would wait for more strangers.
const BATCH_MAX = 64;
// While the database works for one batch, this process prepares the other and tells the members of the one before. Each needs
// a connection of its own (SENDS_MAX of platform/database/database.ts).
const BESIDE_MAX = 2;

export function openBatchers(): Batchers {
  // Their names are the work's, and few.
  const batchers = new Map<string, Batcher>();

  function startSoon(batcher: Batcher, work: Work): void {
    if (batcher.isDue) return;
    batcher.isDue = true;
    setImmediate(() => {
      batcher.isDue = false;
      start(batcher, work);
    });
  }
  function start(batcher: Batcher, work: Work): void {
    for (let batch = takeBatch(batcher); batch.length > 0; batch = takeBatch(batcher)) void run(batcher, batch, work);
  }
  async function run(batcher: Batcher, batch: Entry[], work: Work): Promise<void> {
    await runBatch(batch, work);
    batcher.running -= 1;
    for (const { keys = [] } of batch) for (const key of keys) batcher.busyKeys.delete(key);
    start(batcher, work);
  }

  return {
    join<Item, Result>(
      name: string,
      item: Item,
      work: (items: Item[]) => Promise<Result[]>,
      keysOf?: (item: Item) => string[],
    ) {
      return new Promise<Result>((resolve, reject) => {
        const batcher = batchers.get(name) ?? { waiting: [], running: 0, busyKeys: new Set(), isDue: false };
        batchers.set(name, batcher);
        // The casts hold because one batcher always has the same `work`.
        batcher.waiting.push({ item, keys: keysOf?.(item), resolve: resolve as Entry["resolve"], reject });
        startSoon(batcher, work as unknown as Work);
      });
    },
  };
}

/** Takes what may run now: the longest waiting first, and of those that share a key only after those before them. */
function takeBatch(batcher: Batcher): Entry[] {
  if (batcher.running >= BESIDE_MAX) return [];
  const [takenEntries, left]: [Entry[], Entry[]] = [[], []];
  const blocked = new Set(batcher.busyKeys);
  for (const entry of batcher.waiting) {
    const isFree = entry.keys ? !entry.keys.some((key) => blocked.has(key)) : batcher.running === 0;
    if (isFree && takenEntries.length < BATCH_MAX) {
      takenEntries.push(entry);
      continue;
    }
    left.push(entry);
    for (const key of entry.keys ?? []) blocked.add(key);
  }
  batcher.waiting = left;
  if (takenEntries.length > 0) batcher.running += 1;
  for (const { keys = [] } of takenEntries) for (const key of keys) batcher.busyKeys.add(key);
  return takenEntries;
}

async function runBatch(entries: Entry[], work: Work): Promise<void> {
  try {
    const results = await work(entries.map(({ item }) => item));
    for (const [index, entry] of entries.entries()) entry.resolve(results[index]);
  } catch (error) {
    // Without a database each of them would fail as well, after a wait of its own.
    const isHopeless = entries.length === 1 || isOutage(error) || lacksConnection(error);
    for (const entry of entries) isHopeless ? entry.reject(error) : await runBatch([entry], work);
  }
}
