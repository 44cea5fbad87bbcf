import { periods } from "@caramelo/contract/personal-data/periods";
import type { ClientBase } from "pg";
import { sweepInChunks } from "../../platform/database/sweep.ts";
import { job } from "../../platform/job.ts";

/**
 * Removes the consents of members who were erased five years ago. `owner` is a connection of the database's owner.
 * Returns how many were removed.
 */
export function removeConsentsOfErased(owner: Pick<ClientBase, "query">, now: Date): Promise<number> {
  return sweepInChunks(async (limit) => {
    const { rowCount } = await owner.query(
      `delete from consent where id = any (array(
        select consent.id from erasure join consent using (member_id)
        where erased_at < $1::timestamptz - make_interval(years => $2) limit $3
      ))`,
      [now, periods.purchases.years, limit],
    );
    return rowCount ?? 0;
  });
}

export const jobs = [
  job("sweep-consents", "Limpar consentimentos de contas excluídas", {
    sweep: "nightly",
    run: (context, _, { withOwner }) => withOwner((owner) => removeConsentsOfErased(owner, context.clock.now())),
  }),
];
