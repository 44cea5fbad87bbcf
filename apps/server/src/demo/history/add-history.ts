import { advanceStreams, lockStreams } from "../../base/members/stream-queries.ts";
import { addLedgerEntries } from "../../base/money/ledger-queries.ts";
import { changeConversation, findConversation } from "../../base/pairs/conversation-queries.ts";
import { addStreamEvents } from "../../features/messaging/queries/changes.ts";
import { storeMessages } from "../../features/messaging/queries/store-messages.ts";
import { upsertMessageNotifications } from "../../features/notifications/queries/add-notifications.ts";
import type { Db } from "../../platform/database/database.ts";
import { randomId, uuidv7 } from "../../platform/ids.ts";
import { openRandom } from "../random.ts";
import { assignSeqs, type History } from "./assign-seqs.ts";
import { listEvents, type Pair } from "./list-events.ts";
import { listSpends } from "./spends.ts";

/**
 * Writes the past messages of all pairs in the order of time, as the product would have stored them one by one. Pairs
 * with a conversation are left out; the lock of their streams keeps a new message from arriving in between.
 */
export async function addHistory(trx: Db, pairs: readonly Pair[], now: Date): Promise<void> {
  const seqs = await lockStreams(trx, [...new Set(pairs.flatMap(({ babyId, payerId }) => [babyId, payerId]))]);
  const newPairs: Pair[] = [];
  for (const pair of pairs) {
    if (!(await findConversation(trx, pair.babyId, pair.payerId))) newPairs.push(pair);
  }
  if (newPairs.length === 0) return;

  const random = openRandom("history");
  const events = newPairs.flatMap((pair) => listEvents(random, pair, now)).sort((a, b) => a.at - b.at);
  const payers = new Set(pairs.map(({ payerId }) => payerId));
  const history = assignSeqs(events, { seqs, isPayer: (id) => payers.has(id), newId: uuidv7 });
  await writeHistory(trx, history);
  const premium = await listPremium(trx, [...payers], now);
  const spends = listSpends(history.messages, (id) => payers.has(id) && !premium.has(id));
  if (spends.length > 0) await addLedgerEntries(trx, spends);
}

/** The members who have premium now. Theirs began before their conversations, so they paid for no message. */
async function listPremium(trx: Db, memberIds: string[], now: Date): Promise<Set<string>> {
  const rows = await trx
    .selectFrom("entitlement")
    .where("memberId", "in", memberIds)
    .where("premiumUntil", ">", now)
    .select("memberId")
    .execute();
  return new Set(rows.map(({ memberId }) => memberId));
}

async function writeHistory(trx: Db, { messages, streamEvents, sides, seqs }: History): Promise<void> {
  await storeMessages(trx, { messages, conversations: sides });
  const unread = new Map<string, number>();
  for (const side of sides) unread.set(side.ownerId, (unread.get(side.ownerId) ?? 0) + side.unread);
  await advanceStreams(trx, { seqs, unread });
  for (const { ownerId, otherId, changedSeq, readUpTo } of sides) {
    await changeConversation(trx, ownerId, otherId, { changedSeq, readUpTo });
  }
  await addStreamEvents(trx, streamEvents);
  for (const { ownerId, otherId, unread, lastMessageId } of sides) {
    const last = messages.find(({ id }) => id === lastMessageId);
    if (unread === 0 || !last) continue;
    await upsertMessageNotifications(trx, [{ id: randomId(), memberId: ownerId, actorId: otherId }], last.sentAt);
  }
}
