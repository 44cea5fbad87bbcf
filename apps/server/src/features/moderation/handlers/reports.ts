import { contract } from "@caramelo/contract/contract";
import { CASE_MESSAGES_MAX, REPORT_MESSAGES_AROUND } from "@caramelo/contract/limits";
import { hasBlocked } from "../../../base/pairs/block-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { isWithin } from "../../../platform/http/take-limits.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { findPhotoByName, keepPhotos, listPhotos, lockGallery } from "../../photos/queries.ts";
import { findProfile } from "../../profiles/queries.ts";
import { mayComplainOf } from "../../safety/rules.ts";
import { hideReported } from "../hide-reported.ts";
import { readContentAddress } from "../notice-rules.ts";
import { addAlarm } from "../queries/alarms.ts";
import { openCase, raiseSeverity } from "../queries/cases.ts";
import { keepMessages, keepProfile, keepReportedMessages } from "../queries/evidence.ts";
import { addReport } from "../queries/reports.ts";
import { detailsToStore, mayHide, severityOf } from "../report-rules.ts";

/** Answers the same for a first report as for a repeated one, so that the answer reveals nothing. */
export const report = handle(contract.moderation.report, async ({ body, me, limits, db, clock }) => {
  const now = clock.now();
  const { memberId: reportedId, reason } = body;
  await db.transaction().execute(async (trx) => {
    // A report that may hide something locks stream and profile before the case, in the same order as the calls of
    // staff.
    if (mayHide(reason)) {
      await lockStreamsAround(trx, [reportedId]);
      await lockGallery(trx, reportedId);
    }
    const reportedProfile = await findProfile(trx, reportedId, me.id, now);
    // Runs even if the member does not exist, so that response time reveals nothing.
    const isBlocked = await hasBlocked(trx, me.id, reportedId);
    if (!reportedProfile || !mayComplainOf(me, reportedProfile, isBlocked)) fail("NOT_FOUND");
    const caseId = await openCase(trx, { id: uuidv7(now), reportedId, openedAt: now });
    await raiseSeverity(trx, caseId, severityOf(reason));
    const details = detailsToStore(reason, body.details);
    const photo = reason === "inappropriate_photos" ? await findMeantPhoto(trx, reportedId, body.photoLink) : undefined;
    const fileName = photo?.fileName ?? null;
    await addReport(trx, { id: uuidv7(now), caseId, reporterId: me.id, reason, details, fileName, createdAt: now });
    const pair = { caseId, reporterId: me.id, reportedId, now };
    await keepMessages(trx, pair, CASE_MESSAGES_MAX);
    const ids = [...new Set(body.messageIds ?? [])];
    const reportedMessages = { ...pair, ids, around: REPORT_MESSAGES_AROUND };
    if (ids.length > 0 && (await keepReportedMessages(trx, reportedMessages)) < ids.length) fail("NOT_FOUND");
    await keepPhotos(trx, caseId, reportedId, now);
    await keepProfile(trx, caseId, reportedId, now);
    const hiding = { caseId, reporterId: me.id, reportedId, reason, photo };
    // Staff are alerted because something was hidden, or would have been, before they have looked.
    const deps = { now, mayHide: () => isWithin(limits.noticeHides) };
    if (mayHide(reason) && (await hideReported(trx, hiding, deps)) !== "nothing") await addAlarm(trx, "report", now);
  });
  return {};
});

/** The photo of the reported member that the link names; otherwise the main photo, which everybody sees first. */
async function findMeantPhoto(db: Db, memberId: string, link: string | undefined) {
  const contentAddress = readContentAddress(link ?? "");
  const namedPhoto =
    contentAddress?.name === undefined ? undefined : await findPhotoByName(db, { memberId, name: contentAddress.name });
  return namedPhoto ?? (await listPhotos(db, memberId))[0];
}
