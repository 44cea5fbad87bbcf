import { lacksConnection } from "./database/contention.ts";
import { isOutage } from "./database/outage.ts";

/**
 * Runs many small pieces of the same work together: each batcher runs one batch at a time, made of the items that came
 * while the batch before was running. When no batch is running, an item starts at once, alone.
 */
export type Batchers = {
  /**
   * Adds the item to the batcher of that name and answers its result. `work` gets the items of a batch and answers as
   * many results, in order; a batcher always uses the same `work`. When a batch fails, its items are tried again one by
   * one, so that no item fails because of another, unless the database is gone: `work` must leave nothing behind when it throws.
   */
  join<Item, Result>(batcher: string, item: Item, work: (items: Item[]) => Promise<Result[]>): Promise<Result>;
};

type Entry = { item: unknown; resolve: (result: unknown) => void; reject: (reason: unknown) => void };
type Work = (items: unknown[]) => Promise<unknown[]>;

// With a larger batch the transaction would take longer, and each member would wait for more strangers.
const BATCH_MAX = 64;

export function openBatchers(): Batchers {
  const batchers = new Map<string, Entry[]>();

  async function drain(waiting: Entry[], name: string, work: Work): Promise<void> {
    while (waiting.length > 0) await runBatch(waiting.splice(0, BATCH_MAX), work);
    batchers.delete(name);
  }

  return {
    join<Item, Result>(name: string, item: Item, work: (items: Item[]) => Promise<Result[]>) {
      return new Promise<Result>((resolve, reject) => {
        // The casts hold because one batcher always has the same `work`.
        const entry: Entry = { item, resolve: resolve as Entry["resolve"], reject };
        const waiting = batchers.get(name);
        if (waiting) {
          waiting.push(entry);
          return;
        }
        const started = [entry];
        batchers.set(name, started);
        void drain(started, name, work as unknown as Work);
      });
    },
  };
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
