import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { findStanding, hideProfile } from "../../base/members/standing-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { hidePhoto } from "../photos/hidden-queries.ts";
import { deferPositions, findPhoto } from "../photos/queries.ts";
import { addAutomaticHides, isHeld, wasShownAgain } from "./queries/hides.ts";
import { listAcquainted, listPhotoReporters, listReporterRecords, wasDismissed } from "./queries/reports.ts";
import { findUnrelatedPair, hidesProfile, isSerialFalse } from "./report-rules.ts";

type Report = {
  caseId: string;
  reporterId: string;
  reportedId: string;
  reason: ReportReason;
  photo: { id: string; fileName: string } | undefined;
};

/**
 * Hides what must not stay in sight until staff have looked: the profile of somebody who may be a minor, or a photo
 * that two unrelated members reported. A reporter can cause only one hide at a time, and reports of the same case do
 * not hide again what staff have shown again. The reported profile must be locked. Returns whether something was
 * hidden.
 */
export async function hideReported(trx: Db, report: Report, now: Date): Promise<boolean> {
  return report.reason === "underage" ? hideWhole(trx, report, now) : hideOne(trx, report, now);
}

async function hideWhole(trx: Db, { caseId, reporterId, reportedId, reason }: Report, now: Date): Promise<boolean> {
  const standing = await findStanding(trx, reportedId);
  if (!standing) return false;
  // A profile that a notice hides already is hidden by the report as well, because each of the two is reviewed by
  // itself.
  const isHidden = await isHeld(trx, { memberId: reportedId, photoId: null }, { byReport: true });
  if (!hidesProfile(reason, { isAgeAssured: standing.isAgeAssured, isHidden })) return false;
  if (await isKnownAsFalse(trx, reporterId)) return false;
  if (await wasShownAgain(trx, caseId, null)) return false;
  if (await wasDismissed(trx, { reporterId, reportedId, reason })) return false;
  const hide = { id: uuidv7(now), memberId: reportedId, caseId, reporterId, photoId: null, hiddenAt: now };
  if (!(await addAutomaticHides(trx, [hide]))) return false;
  return hideProfile(trx, reportedId, now);
}

async function hideOne(trx: Db, { caseId, reportedId, photo }: Report, now: Date): Promise<boolean> {
  if (!photo || !(await findPhoto(trx, photo.id))) return false;
  if (await wasShownAgain(trx, caseId, photo.id)) return false;
  const pair = await findReporters(trx, caseId, photo.fileName);
  if (!pair) return false;
  const hide = { memberId: reportedId, caseId, photoId: photo.id, hiddenAt: now };
  const hides = pair.map((reporterId) => ({ ...hide, id: uuidv7(now), reporterId }));
  if (!(await addAutomaticHides(trx, hides))) return false;
  await deferPositions(trx);
  await hidePhoto(trx, reportedId, { id: photo.id, isUnderReview: true, now });
  // The job keeps the member from adding the photo again while it is hidden.
  await addJob(trx, "ban-photo", { fileName: photo.fileName, memberId: reportedId });
  return true;
}

async function findReporters(trx: Db, caseId: string, fileName: string): Promise<[string, string] | undefined> {
  const reporters = await listPhotoReporters(trx, caseId, fileName);
  const ids = reporters.map(({ id }) => id);
  const records = await listReporterRecords(trx, ids);
  const acquainted = await listAcquainted(trx, ids);
  return findUnrelatedPair(
    reporters.map((reporter) => ({ ...reporter, isSerialFalse: isSerialFalse(records.get(reporter.id)) })),
    (id, otherId) => acquainted.some((pair) => pair.includes(id) && pair.includes(otherId)),
  );
}

async function isKnownAsFalse(trx: Db, reporterId: string): Promise<boolean> {
  return isSerialFalse((await listReporterRecords(trx, [reporterId])).get(reporterId));
}
