// A statement over this many rows is over before anybody waits for it.
const CHUNK = 1_000;

/** Removes in chunks whatever `remove` finds: it takes away up to `limit` rows and answers how many. Answers the total. */
export async function sweepInChunks(remove: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await remove(CHUNK);
    removed += count;
    if (count < CHUNK) return removed;
  }
}
