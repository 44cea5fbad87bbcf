import { AsyncLocalStorage } from "node:async_hooks";
import { isOutage, lacksConnection } from "../database/contention.ts";

/**
 * Runs many small pieces of the same work together. A batch consists of the items that arrived while the previous batch
 * was running; a batcher without keys runs one batch at a time. When no batch is running, an item starts at once,
 * together with the other items of the same turn of the event loop.
 */
export type Batchers = {
  /**
   * Adds the item to the batcher of that name and returns its result. `work` receives the items of a batch and returns
   * as many results in the same order; a batcher always uses the same `work`. When a batch fails, its items are tried
   * again one by one, so that no item fails because of another, unless the database cannot be reached. Therefore `work`
   * must leave nothing behind when it throws. With `keysOf`, two batches run at the same time if they have no key in
   * common; items that share a key run in their order.
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
/** `busyKeys` are the keys of the running items. `isDue` says that a batch is about to start. */
type Batcher = { waiting: Entry[]; running: number; busyKeys: Set<string>; isDue: boolean };

// A larger batch would make the transaction longer, and each member would wait for more items of strangers.
const BATCH_MAX = 64;
// While the database works for one batch, this process prepares the next one and publishes the events of the previous
// one. Each running batch needs its own connection (SENDS_MAX of platform/database/database.ts).
const BESIDE_MAX = 2;

export function openBatchers(): Batchers {
  // A batch works for several requests, so it belongs to none of their traces (platform/traces).
  const runOutside = AsyncLocalStorage.snapshot();
  // The names come from the code, not from requests, so this map stays small.
  const batchers = new Map<string, Batcher>();

  function startSoon(batcher: Batcher, work: Work): void {
    if (batcher.isDue) return;
    batcher.isDue = true;
    setImmediate(() => {
      batcher.isDue = false;
      runOutside(start, batcher, work);
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

/**
 * Takes the items that may run now, the longest waiting first. An item waits while an earlier one with the same key
 * waits.
 */
function takeBatch(batcher: Batcher): Entry[] {
  if (batcher.running >= BESIDE_MAX) return [];
  const [takenEntries, otherEntries]: [Entry[], Entry[]] = [[], []];
  const blockedKeys = new Set(batcher.busyKeys);
  for (const entry of batcher.waiting) {
    const isFree = entry.keys ? !entry.keys.some((key) => blockedKeys.has(key)) : batcher.running === 0;
    if (isFree && takenEntries.length < BATCH_MAX) {
      takenEntries.push(entry);
      continue;
    }
    otherEntries.push(entry);
    for (const key of entry.keys ?? []) blockedKeys.add(key);
  }
  batcher.waiting = otherEntries;
  if (takenEntries.length > 0) batcher.running += 1;
  for (const { keys = [] } of takenEntries) for (const key of keys) batcher.busyKeys.add(key);
  return takenEntries;
}

async function runBatch(entries: Entry[], work: Work): Promise<void> {
  try {
    const results = await work(entries.map(({ item }) => item));
    for (const [index, entry] of entries.entries()) entry.resolve(results[index]);
  } catch (error) {
    // Without a database every single item would fail as well, each after its own wait.
    const isHopeless = entries.length === 1 || isOutage(error) || lacksConnection(error);
    for (const entry of entries) isHopeless ? entry.reject(error) : await runBatch([entry], work);
  }
}
