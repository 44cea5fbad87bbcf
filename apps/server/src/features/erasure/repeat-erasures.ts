import { delayWaiting, repeatRequest, repeatTakingBack } from "../../base/members/erasure-repeat-queries.ts";
import { type Connection, withClient } from "../../platform/database/database.ts";
import type { KeptData } from "../../platform/inventory.ts";
import type { ErasureEntry } from "../../platform/storage/erasure-list.ts";
import { eraseMember, inTransaction } from "./erase-member.ts";
import { isNewsSince, repeatedFrom } from "./rules.ts";

// The list that is read says it already.
const NO_LIST = { add: async () => {} };

export type Repeat = {
  entries: ErasureEntry[];
  /** The moment of the backup from which the database comes. */
  since: Date;
};

/**
 * Brings the erasures of a restored database to where the list says that they are: who was erased since the backup is
 * erased again, who had asked for it waits, and who had taken it back is as before. A member who waits has some days
 * from now to take it back. Returns how many members are erased by it.
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
