import type { Db } from "../../platform/database/database.ts";
import { withSavepoint } from "../../platform/database/savepoint.ts";
import { lockStreams } from "../members/stream-queries.ts";
import { listReaders } from "./conversation-queries.ts";

/**
 * Locks the streams of members who may leave or return by this transaction, and of everybody who has unread messages
 * from them, because their totals change too. It must be the first statement, and locks in the same order as
 * `lockStreams`.
 */
export async function lockStreamsAround(db: Db, memberIds: string[]): Promise<void> {
  let isComplete = false;
  // A message that was committed while we waited for the locks may have added a reader, who cannot be locked out of
  // order. In that case all locks are released and taken again.
  while (!isComplete) {
    await withSavepoint(db, async () => {
      const ids = new Set([...memberIds, ...(await listReaders(db, memberIds))]);
      await lockStreams(db, [...ids]);
      isComplete = (await listReaders(db, memberIds)).every((readerId) => ids.has(readerId));
      return isComplete;
    });
  }
}
