import type { Context } from "../../platform/context.ts";
import { removeOldVisits } from "./queries.ts";
import { oldestVisit } from "./rules.ts";

// A transaction of this many rows is over before anybody waits for it.
const BATCH = 1_000;

/** Removes visits of more than 12 months ago; answers how many. */
export async function sweepVisits({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const before = oldestVisit(clock.now());
  let removed = 0;
  for (;;) {
    const count = await removeOldVisits(db, before, BATCH);
    removed += count;
    if (count < BATCH) return removed;
  }
}
