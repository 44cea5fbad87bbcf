import type { Context } from "../../platform/context.ts";
import { lockRunOutTiers, refreshTiers, rerollShuffleKeys } from "./queries.ts";

// A transaction of this many rows is over before anybody waits for it.
const BATCH = 500;
const NIL_ID = "00000000-0000-0000-0000-000000000000";

/** Those whose paid place has run out go to where they belong; answers how many. */
export async function lowerTiers({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const now = clock.now();
  let lowered = 0;
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const ids = await lockRunOutTiers(trx, now, BATCH);
      await refreshTiers(trx, ids, now);
      return ids.length;
    });
    lowered += count;
    // Whoever was stepped over has the next minute.
    if (count < BATCH) return lowered;
  }
}

/** Gives everybody a new place in the shuffle, a chunk at a time, so that no list waits for all. */
export async function rerollAllShuffleKeys({ db }: Pick<Context, "db">): Promise<void> {
  let last: string | undefined = NIL_ID;
  while (last !== undefined) last = await rerollShuffleKeys(db, last, BATCH);
}
