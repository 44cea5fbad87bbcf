import { delayWaiting, repeatRequest, repeatTakingBack } from "../../base/members/erasure-repeat-queries.ts";
import { type Connection, withClient } from "../../platform/database/database.ts";
import type { KeptData } from "../../platform/inventory.ts";
import type { ErasureEntry } from "../../platform/storage/erasure-list.ts";
import { eraseMember, inTransaction } from "./erase-member.ts";
import { isNewsSince, repeatedFrom } from "./rules.ts";

// The list being read already says it.
const NO_LIST = { add: async () => {} };

export type Repeat = {
  entries: ErasureEntry[];
  /** The time of the backup from which the database comes. */
  since: Date;
};

/**
 * Replays the erasure list on a restored database: erases again, restores waiting requests, drops cancelled ones. A
 * waiting member gets some days from now to cancel. Returns how many members this erases.
 */
export function repeatErasures(
  connection: Connection,
  { entries, since }: Repeat,
  inventory: KeptData,
): Promise<number> {
  const now = new Date();
  return withClient(connection, async (owner) => {
    let erasedCount = 0;
    for (const entry of entries.filter((each) => isNewsSince(each, since))) {
      const repeat = entry.what === "taken back" ? repeatTakingBack : repeatRequest;
      await inTransaction(owner, () => repeat(owner, entry));
      if (entry.what !== "begun") continue;
      if (await eraseMember({ owner, inventory, list: NO_LIST, now }, entry.memberId)) erasedCount += 1;
    }
    await inTransaction(owner, () => delayWaiting(owner, repeatedFrom(now)));
    return erasedCount;
  });
}
