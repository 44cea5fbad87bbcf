import { contract } from "@caramelo/contract/contract";
import type { Reaction } from "@caramelo/contract/messaging/reactions";
import { advanceStreams, lockStreams } from "../../../base/members/stream-queries.ts";
import { changeConversation } from "../../../base/pairs/conversation-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import { type ChangeEvent, publishChanges } from "../live.ts";
import { addStreamEvents } from "../queries/changes.ts";
import { findPairFacts } from "../queries/pairs.ts";
import { listSides, removeReaction, type Side, setReaction } from "../queries/reactions.ts";
import { judgeReacting } from "../rules/judge.ts";
import { type Message, messageFrom } from "../rules/views.ts";

/** `seq`: the number of the message in the stream of the member who reacts. */
type Request = { memberId: string; peerId: string; seq: number; reaction: Reaction | null };
type Result = { message: Message; cursor: number; changes: ChangeEvent[] };

export const react = handle(contract.messaging.react, async ({ params, body, me, db, clock, live }) => {
  const request = { memberId: me.id, peerId: params.memberId, seq: params.seq, reaction: body.reaction };
  const { message, cursor, changes } = await db.transaction().execute((trx) => storeReaction(trx, clock, request));
  publishChanges(live, changes);
  return { message, cursor };
});

async function storeReaction(trx: Db, clock: Clock, request: Request): Promise<Result> {
  const { memberId, peerId, seq, reaction } = request;
  const seqs = await lockStreams(trx, [memberId, peerId]);
  const now = clock.now();
  const facts = await findPairFacts(trx, { senderId: memberId, recipientId: peerId }, now);
  const verdict = facts ? judgeReacting(facts) : "missing";
  if (verdict === "age") fail("AGE_ASSURANCE_REQUIRED");
  const before = verdict === "allowed" ? await findOwnSide(trx, request) : undefined;
  if (!before || before.isCleared) fail("NOT_FOUND");
  if (before.myReaction === reaction) {
    return { message: messageFrom(before), cursor: seqs.get(memberId) ?? 0, changes: [] };
  }

  const own = { messageId: before.id, memberId };
  if (reaction === null) await removeReaction(trx, own);
  else await setReaction(trx, own, reaction, now);
  const sides = await listSides(trx, memberId, peerId, seq);
  // A reaction does not bring the message back to a member who has emptied the conversation.
  const changes = await appendToStreams(
    trx,
    seqs,
    sides.filter(({ isCleared }) => !isCleared),
    now,
  );
  const mine = changes.find((change) => change.memberId === memberId)?.change;
  if (!mine?.message) throw new Error("a reaction without the change of the one who reacts");
  return { message: mine.message, cursor: mine.seq, changes };
}

async function findOwnSide(trx: Db, { memberId, peerId, seq }: Request): Promise<Side | undefined> {
  const sides = await listSides(trx, memberId, peerId, seq);
  return sides.find(({ ownerId }) => ownerId === memberId);
}

async function appendToStreams(trx: Db, seqs: Map<string, number>, sides: Side[], now: Date): Promise<ChangeEvent[]> {
  const numbered = sides.map((side) => ({ side, seq: (seqs.get(side.ownerId) ?? 0) + 1 }));
  await addStreamEvents(
    trx,
    numbered.map(({ side, seq }) => ({
      memberId: side.ownerId,
      seq,
      kind: "reaction",
      otherId: side.otherId,
      upTo: side.seq,
      happenedAt: now,
    })),
  );
  for (const { side, seq } of numbered) await changeConversation(trx, side.ownerId, side.otherId, { changedSeq: seq });
  const totals = await advanceStreams(trx, { seqs: new Map(numbered.map(({ side, seq }) => [side.ownerId, seq])) });
  return numbered.map(({ side, seq }) => ({
    memberId: side.ownerId,
    change: {
      seq,
      type: "reaction",
      withId: side.otherId,
      message: messageFrom(side),
      upTo: null,
      at: now,
      unread: side.unread,
      unreadTotal: totals.get(side.ownerId) ?? 0,
    },
  }));
}
