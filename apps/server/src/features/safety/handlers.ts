import { contract } from "@caramelo/contract/contract";
import { PEOPLE_PAGE } from "@caramelo/contract/limits";
import { lockStreams } from "../../base/members/stream-queries.ts";
import { addBlock, hasBlocked, listBlocks, removeBlock } from "../../base/pairs/block-queries.ts";
import { blockedId } from "../../base/pairs/visible-rules.ts";
import type { Db } from "../../platform/database/database.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { publishBell } from "../notifications/commands.ts";
import { findProfile } from "../profiles/queries.ts";
import { mayComplainOf, nameToKeep } from "./rules.ts";

/**
 * Favourites, visits, notifications and messages between the two stay stored, but neither sees them until the blocks
 * are removed. Nothing is published to the blocked member: an event at this moment would tell them who blocked them.
 */
export const block = handle(contract.safety.block, async ({ params, me, db, clock, live }) => {
  const isNew = await db.transaction().execute(async (trx) => {
    // The locks ensure that a message between the two is either stored before the block or refused after it.
    await lockStreams(trx, [me.id, params.id]);
    const now = clock.now();
    const otherProfile = await getKnown(trx, me, params.id, now);
    const blockedName = nameToKeep(otherProfile);
    return addBlock(trx, { blockerId: me.id, blockedId: params.id, blockedName, createdAt: now });
  });
  if (isNew) await publishBell({ db, live }, me.id);
  return {};
});

/** Gives the same answer when there was no block, or no such member. */
export const unblock = handle(contract.safety.unblock, async ({ params, me, db, live }) => {
  const wasThere = await db.transaction().execute(async (trx) => {
    await lockStreams(trx, [me.id, params.id]);
    return removeBlock(trx, me.id, params.id);
  });
  if (wasThere) await publishBell({ db, live }, me.id);
  return {};
});

export const blocks = handle(contract.safety.blocks, async ({ query, me, db, pageCursors }) => {
  const rows = await listBlocks(db, me.id, { before: pageCursors.read(query.before), limit: PEOPLE_PAGE + 1 });
  const { page, next } = pageCursors.cut(rows, PEOPLE_PAGE);
  return { members: page.map(({ id, name, at }) => ({ id: blockedId(id), name, blockedAt: at })), next };
});

/** The profile of a member whom the caller may report or block; fails with NOT_FOUND otherwise. */
async function getKnown(db: Db, me: Parameters<typeof mayComplainOf>[0], otherId: string, now: Date) {
  const otherProfile = await findProfile(db, otherId, me.id, now);
  // Runs even if the member does not exist, so that response time reveals nothing.
  const isBlocked = await hasBlocked(db, me.id, otherId);
  if (!otherProfile || !mayComplainOf(me, otherProfile, isBlocked)) fail("NOT_FOUND");
  return otherProfile;
}
