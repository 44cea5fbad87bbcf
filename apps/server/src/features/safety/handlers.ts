import { contract } from "@caramelo/contract/contract";
import { CASE_MESSAGES_MAX, PEOPLE_PAGE, REPORT_MESSAGES_AROUND } from "@caramelo/contract/limits";
import { lockStreams } from "../../base/members/stream-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { hideReported } from "../moderation/hide-reported.ts";
import { readContentAddress } from "../moderation/notice-rules.ts";
import { addAlarm } from "../moderation/queries/alarms.ts";
import { raiseSeverity } from "../moderation/queries/cases.ts";
import { keepMessages, keepPhotos, keepProfile, keepReportedMessages } from "../moderation/queries/evidence.ts";
import { severityOf } from "../moderation/rules.ts";
import { publishBell } from "../notifications/commands.ts";
import { findPhotoByName, listPhotos, lockGallery } from "../photos/queries.ts";
import { findProfile } from "../profiles/queries.ts";
import { addBlock, addReport, hasBlocked, listBlocks, openCase, removeBlock } from "./queries.ts";
import { detailsToStore, mayComplainOf, mayHide, nameToKeep } from "./rules.ts";

/** Answers the same for a first report as for a repeated one, so that the answer reveals nothing. */
export const report = handle(contract.safety.report, async ({ body, me, db, clock }) => {
  const now = clock.now();
  const { memberId: reportedId, reason } = body;
  await db.transaction().execute(async (trx) => {
    // What may hide something locks stream and profile first, as the team does before it locks a case.
    if (mayHide(reason)) {
      await lockStreams(trx, [reportedId]);
      await lockGallery(trx, reportedId);
    }
    await getKnown(trx, me, reportedId, now);
    const caseId = await openCase(trx, { id: uuidv7(now), reportedId, openedAt: now });
    await raiseSeverity(trx, caseId, severityOf(reason));
    const details = detailsToStore(reason, body.details);
    const photo = reason === "inappropriate_photos" ? await findMeantPhoto(trx, reportedId, body.photoLink) : undefined;
    const fileName = photo?.fileName ?? null;
    await addReport(trx, { id: uuidv7(now), caseId, reporterId: me.id, reason, details, fileName, createdAt: now });
    await keepMessages(trx, { caseId, reporterId: me.id, reportedId, limit: CASE_MESSAGES_MAX, now });
    const ids = [...new Set(body.messageIds ?? [])];
    const named = { caseId, reporterId: me.id, reportedId, ids, around: REPORT_MESSAGES_AROUND, now };
    if (ids.length > 0 && (await keepReportedMessages(trx, named)) < ids.length) fail("NOT_FOUND");
    await keepPhotos(trx, caseId, reportedId, now);
    await keepProfile(trx, caseId, reportedId, now);
    const hiding = { caseId, reporterId: me.id, reportedId, reason, photo };
    // Something was hidden before anybody has looked.
    if (mayHide(reason) && (await hideReported(trx, hiding, now))) await addAlarm(trx, "report", now);
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
  if (isNew) await publishBell({ db, live }, me.id);
  return {};
});

/** Answers the same when there was no block or no such member. */
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
  return { members: page.map(({ id, name, at }) => ({ id, name, blockedAt: at })), next };
});

/** The photo of the reported member that a link names, and without one the main photo, which everybody sees first. */
async function findMeantPhoto(db: Db, memberId: string, link: string | undefined) {
  const named = readContentAddress(link ?? "");
  const meant = named?.name === undefined ? undefined : await findPhotoByName(db, { memberId, name: named.name });
  return meant ?? (await listPhotos(db, memberId))[0];
}

/** Fails with NOT_FOUND unless the caller may complain of the other one. */
async function getKnown(db: Db, me: Parameters<typeof mayComplainOf>[0], otherId: string, now: Date) {
  const other = await findProfile(db, otherId, me.id, now);
  if (!other || !mayComplainOf(me, other, await hasBlocked(db, me.id, otherId))) fail("NOT_FOUND");
  return other;
}
