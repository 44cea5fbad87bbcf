import { type Connection, withClient } from "../../platform/database/database.ts";
import type { ErasureEntry } from "../../platform/storage/erasure-list.ts";
import { eraseMember, type Kept } from "./erase-member.ts";
import { repeatRequest, repeatTakingBack } from "./repeat-queries.ts";

// The list that is read says it already.
const NO_LIST = { add: async () => {} };

/**
 * Brings the erasures of a restored database to where the list says that they are: who was erased since the backup is
 * erased again, who had asked for it waits for the same day, and who had taken it back is as before. Returns how many
 * members are erased by it.
 */
export function repeatErasures(connection: Connection, entries: ErasureEntry[], kept: Kept): Promise<number> {
  const now = new Date();
  return withClient(connection, async (owner) => {
    let erased = 0;
    for (const entry of entries) {
      if (entry.what === "taken back") await repeatTakingBack(owner, entry.memberId);
      else await repeatRequest(owner, entry);
      if (entry.what !== "begun") continue;
      if (await eraseMember({ owner, kept, list: NO_LIST, now }, entry.memberId)) erased += 1;
    }
    return erased;
  });
}
