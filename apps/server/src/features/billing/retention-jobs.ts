import type { ClientBase } from "pg";
import { sweepInChunks } from "../../platform/database/sweep.ts";
import { job } from "../../platform/job.ts";

/**
 * Removes purchases after five years; the ledger keeps its rows. `owner` is a connection of the database's owner.
 * Returns how many were removed.
 */
export function removeOldPurchases(owner: Pick<ClientBase, "query">, now: Date): Promise<number> {
  return sweepInChunks(async (limit) => {
    const { rows } = await owner.query<{ removed: number }>("select remove_old_purchases($1, $2) as removed", [
      now,
      limit,
    ]);
    return rows[0]?.removed ?? 0;
  });
}

export const jobs = [
  job("sweep-purchases", "Limpar compras antigas", {
    sweep: "nightly",
    run: (context, _, { withOwner }) => withOwner((owner) => removeOldPurchases(owner, context.clock.now())),
  }),
];
