import { lockEndedTiers, rerollShuffleKeys } from "../../base/members/tier-queries.ts";
import { refreshTiers } from "../../base/money/commands.ts";
import type { Context } from "../../platform/context.ts";
import { NIL_ID } from "../../platform/ids.ts";
import { job } from "../../platform/job.ts";

// A transaction with this many rows is short enough that others do not noticeably wait for its locks.
const BATCH = 500;

/** Updates the tiers of members whose paid place has ended. Returns how many. */
export async function lowerTiers({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const now = clock.now();
  let lowered = 0;
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const ids = await lockEndedTiers(trx, now, BATCH);
      await refreshTiers(trx, ids, now);
      return ids.length;
    });
    lowered += count;
    // Rows that other transactions had locked were skipped; the run of the next minute updates them.
    if (count < BATCH) return lowered;
  }
}

/** Draws a new shuffle key for every profile, in batches, so that no list waits for all of them. */
export async function rerollAllShuffleKeys({ db }: Pick<Context, "db">): Promise<void> {
  let last: string | undefined = NIL_ID;
  while (last !== undefined) last = await rerollShuffleKeys(db, last, BATCH);
}

export const jobs = [
  job("lower-tiers", "Encerrar destaques vencidos", { sweep: "minute", run: lowerTiers }),
  job("reroll-shuffle-keys", "Embaralhar a busca", { cron: "0 7 * * *", run: rerollAllShuffleKeys }),
];
