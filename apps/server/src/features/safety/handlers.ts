import { contract } from "@caramelo/contract/contract";
import { PEOPLE_PAGE } from "@caramelo/contract/limits";
import type { Db } from "../../platform/database/database.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { cutPage, readPlace } from "../../platform/page-place.ts";
import { lockStreams } from "../messaging/queries/streams.ts";
import { countWaiting } from "../notifications/queries.ts";
import { findProfile } from "../profiles/queries.ts";
import { type Bell, tellOfPeople } from "./live.ts";
import { addBlock, addReport, hasBlocked, listBlocks, openCase, removeBlock } from "./queries.ts";
import { mayComplainOf, reasonToStore } from "./rules.ts";

/** The answer is the same for a first report and for the hundredth: there is nothing to learn from it. */
export const report = handle(contract.safety.report, async ({ body, me, db, clock, limits }) => {
  await limits.reports.take(me.id);
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await refuseUnknown(trx, me, body.memberId, now);
    const caseId = await openCase(trx, { id: uuidv7(now), reportedId: body.memberId, openedAt: now });
    const reason = reasonToStore(body.reason, body.details);
    await addReport(trx, { id: uuidv7(now), caseId, reporterId: me.id, reason, createdAt: now });
  });
  return {};
});

/**
 * Favourites, visits, notifications and messages between the two stay stored and are shown to neither; all come back if
 * the blocks are taken back.
 */
export const block = handle(contract.safety.block, async ({ params, me, db, clock, limits, live }) => {
  await limits.favorites.take(blocksOf(me));
  const bells = await db.transaction().execute(async (trx) => {
    // Whatever is being sent between the two is stored before this, or refused after it.
    await lockStreams(trx, [me.id, params.id]);
    const now = clock.now();
    await refuseUnknown(trx, me, params.id, now);
    const isNew = await addBlock(trx, { blockerId: me.id, blockedId: params.id, createdAt: now });
    return isNew ? listBells(trx, [me.id, params.id]) : [];
  });
  tellOfPeople(live, bells);
  return {};
});

/** Whom the caller has not blocked, whoever that is, changes nothing and looks the same. */
export const unblock = handle(contract.safety.unblock, async ({ params, me, db, limits, live }) => {
  await limits.favorites.take(blocksOf(me));
  const bells = await db.transaction().execute(async (trx) => {
    await lockStreams(trx, [me.id, params.id]);
    const wasThere = await removeBlock(trx, me.id, params.id);
    return wasThere ? listBells(trx, [me.id, params.id]) : [];
  });
  tellOfPeople(live, bells);
  return {};
});

export const blocks = handle(contract.safety.blocks, async ({ query, me, db }) => {
  const rows = await listBlocks(db, me.id, { before: readPlace(query.before), limit: PEOPLE_PAGE + 1 });
  const { page, next } = cutPage(rows, PEOPLE_PAGE);
  return { members: page.map(({ id, name, at }) => ({ id, name, blockedAt: at })), next };
});

/** As many as favourites an hour, and counted apart: nobody must wait to block somebody because of what they liked. */
function blocksOf({ id }: { id: string }): string {
  return `block ${id}`;
}

async function refuseUnknown(db: Db, me: Parameters<typeof mayComplainOf>[0], otherId: string, now: Date) {
  const other = await findProfile(db, otherId, me.id, now);
  if (!other || !mayComplainOf(me, other, await hasBlocked(db, me.id, otherId))) fail("NOT_FOUND");
}

function listBells(db: Db, memberIds: string[]): Promise<Bell[]> {
  return Promise.all(memberIds.map(async (memberId) => ({ memberId, unread: await countWaiting(db, memberId) })));
}
