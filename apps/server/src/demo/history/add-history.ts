import { addMarks } from "../../features/messaging/queries/changes.ts";
import { changeConversation, findConversation } from "../../features/messaging/queries/conversations.ts";
import { storeMessages } from "../../features/messaging/queries/store-messages.ts";
import { lockStreams } from "../../features/messaging/queries/streams.ts";
import { noteMessages } from "../../features/notifications/queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { openRandom } from "../random.ts";
import { type History, numberEvents } from "./number-events.ts";
import { listEvents, type Pair } from "./timeline.ts";

/**
 * Writes what members said to each other before now, in the order of time over all pairs, as the product would have
 * stored it message by message. Pairs who have written to each other already are left alone: that is read under the lock
 * of their streams, so a message that arrives meanwhile cannot slip in between.
 */
export async function addHistory(trx: Db, pairs: readonly Pair[], now: Date): Promise<void> {
  const places = await lockStreams(trx, [...new Set(pairs.flatMap(({ babyId, payerId }) => [babyId, payerId]))]);
  const silent: Pair[] = [];
  for (const pair of pairs) {
    if (!(await findConversation(trx, pair.babyId, pair.payerId))) silent.push(pair);
  }
  if (silent.length === 0) return;

  const random = openRandom("history");
  const events = silent.flatMap((pair) => listEvents(random, pair, now)).sort((a, b) => a.at - b.at);
  const payers = new Set(pairs.map(({ payerId }) => payerId));
  await writeHistory(trx, numberEvents(events, { places, isPayer: (id) => payers.has(id), newId: uuidv7 }));
}

async function writeHistory(trx: Db, { messages, marks, sides, places }: History): Promise<void> {
  await storeMessages(trx, { messages, conversations: sides, places });
  for (const { ownerId, otherId, changedSeq, readUpTo } of sides) {
    await changeConversation(trx, ownerId, otherId, { changedSeq, readUpTo });
  }
  await addMarks(trx, marks);
  for (const { ownerId, otherId, unread, lastMessageId } of sides) {
    const last = messages.find(({ id }) => id === lastMessageId);
    if (unread === 0 || !last) continue;
    await noteMessages(trx, [{ id: uuidv7(last.sentAt), memberId: ownerId, actorId: otherId }], last.sentAt);
  }
}
