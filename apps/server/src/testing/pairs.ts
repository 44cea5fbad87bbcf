import { advanceStreams } from "../base/members/stream-queries.ts";
import type { Db } from "../platform/database/database.ts";
import { uuidv7 } from "../platform/ids.ts";

/** Stores a conversation in which `senderId` wrote one message, the first change in the streams of both. */
export const makeConversation = (db: Db, senderId: string, recipientId: string): Promise<void> =>
  db.transaction().execute((trx) => storeConversation(trx, senderId, recipientId));

async function storeConversation(db: Db, senderId: string, recipientId: string): Promise<void> {
  const now = new Date();
  const id = uuidv7(now);
  await db
    .insertInto("message")
    .values({
      id,
      senderId,
      recipientId,
      clientId: uuidv7(now),
      senderSeq: 1,
      recipientSeq: 1,
      text: "Oi!",
      sentAt: now,
    })
    .execute();
  const facts = { lastSeq: 1, changedSeq: 1, lastMessageId: id };
  const sides = [
    { ownerId: senderId, otherId: recipientId, startedAt: now, ...facts },
    { ownerId: recipientId, otherId: senderId, unread: 1, ...facts },
  ];
  for (const side of sides) await db.insertInto("conversation").values(side).execute();
  await advanceStreams(db, {
    seqs: new Map([senderId, recipientId].map((memberId) => [memberId, 1])),
    unread: new Map([[recipientId, 1]]),
  });
}

export async function hidePair(db: Db, oneId: string, otherId: string): Promise<void> {
  const rows = [
    { viewerId: oneId, otherId },
    { viewerId: otherId, otherId: oneId },
  ];
  await db.insertInto("hiddenPair").values(rows).execute();
}
