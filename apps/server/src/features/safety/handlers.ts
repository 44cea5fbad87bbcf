import { contract } from "@caramelo/contract/contract";
import { PEOPLE_PAGE } from "@caramelo/contract/limits";
import type { Db } from "../../platform/database/database.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { lockStreams } from "../messaging/queries/streams.ts";
import { countWaiting } from "../notifications/queries/bell.ts";
import { findProfile } from "../profiles/queries.ts";
import { publishBell } from "./live.ts";
import { addBlock, addReport, hasBlocked, listBlocks, openCase, removeBlock } from "./queries.ts";
import { detailsToStore, mayComplainOf, nameToKeep } from "./rules.ts";

/** Answers the same for a first report as for a repeated one, so that the answer reveals nothing. */
export const report = handle(contract.safety.report, async ({ body, me, db, clock }) => {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await getKnown(trx, me, body.memberId, now);
    const caseId = await openCase(trx, { id: uuidv7(now), reportedId: body.memberId, openedAt: now });
    const { reason } = body;
    const details = detailsToStore(reason, body.details);
    await addReport(trx, { id: uuidv7(now), caseId, reporterId: me.id, reason, details, createdAt: now });
  });
  return {};
});

/**
 * Favourites, visits, notifications and messages between the two stay stored, but neither sees them until the blocks are
 * removed. Nothing is published to the blocked member: an event at this moment would tell them who blocked them.
 */
export const block = handle(contract.safety.block, async ({ params, me, db, clock, live }) => {
  const isNew = await db.transaction().execute(async (trx) => {
    // A message that is being sent between the two is either stored before the block or refused after it.
    await lockStreams(trx, [me.id, params.id]);
    const now = clock.now();
    const other = await getKnown(trx, me, params.id, now);
    const blockedName = nameToKeep(other);
    return addBlock(trx, { blockerId: me.id, blockedId: params.id, blockedName, createdAt: now });
  });
  if (isNew) publishBell(live, me.id, await countWaiting(db, me.id));
  return {};
});

/** Answers the same when there was no block or no such member. */
export const unblock = handle(contract.safety.unblock, async ({ params, me, db, live }) => {
  const wasThere = await db.transaction().execute(async (trx) => {
    await lockStreams(trx, [me.id, params.id]);
    return removeBlock(trx, me.id, params.id);
  });
  if (wasThere) publishBell(live, me.id, await countWaiting(db, me.id));
  return {};
});

export const blocks = handle(contract.safety.blocks, async ({ query, me, db, pageCursors }) => {
  const rows = await listBlocks(db, me.id, { before: pageCursors.read(query.before), limit: PEOPLE_PAGE + 1 });
  const { page, next } = pageCursors.cut(rows, PEOPLE_PAGE);
  return { members: page.map(({ id, name, at }) => ({ id, name, blockedAt: at })), next };
});

/** Fails with NOT_FOUND unless the caller may complain of the other one. */
async function getKnown(db: Db, me: Parameters<typeof mayComplainOf>[0], otherId: string, now: Date) {
  const other = await findProfile(db, otherId, me.id, now);
  if (!other || !mayComplainOf(me, other, await hasBlocked(db, me.id, otherId))) fail("NOT_FOUND");
  return other;
}
