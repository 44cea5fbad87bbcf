import type { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import type { Db } from "../../platform/database/database.ts";

/** Keeps a member's filter in the place of the one before. */
export async function changeFilter(db: Db, memberId: string, filter: DiscoveryFilter, now: Date): Promise<void> {
  const stored = { filter: JSON.stringify(filter), updatedAt: now };
  await db
    .insertInto("discoveryFilter")
    .values({ memberId, ...stored })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(stored))
    .execute();
}
