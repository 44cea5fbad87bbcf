import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { findStanding, hideProfile } from "../../base/members/standing-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { hidePhoto } from "../photos/hidden-queries.ts";
import { deferPositions, findPhoto } from "../photos/queries.ts";
import { addAutomaticHides, isHeld, mayCauseHide, wasShownAgain } from "./queries/hides.ts";
import { listAcquainted, listReporterRecords, listReporters, wasDismissed } from "./queries/reports.ts";
import {
  findUnrelatedPair,
  hidesProfile,
  isFresh,
  isSerialFalse,
  type Reporter,
  SAME_HAND_MS,
} from "./report-rules.ts";

type Report = {
  caseId: string;
  reporterId: string;
  reportedId: string;
  reason: ReportReason;
  photo: { id: string; fileName: string } | undefined;
};

type Deps = {
  now: Date;
  /** Takes one hide from the site's hourly limit; false when none is left. */
  mayHide(): Promise<boolean>;
};

/** `waits`: the report could hide, and only a limit keeps its target visible until staff have looked. */
type Outcome = "hidden" | "waits" | "nothing";

/**
 * Hides what must not stay visible until staff have looked: the profile of a possible minor, or a photo that two
 * unrelated members reported. An account of less than a day hides a profile only together with an unrelated one. A
 * reporter can cause only one hide at a time, accounts of the same hour count as one reporter, and reports of the same
 * case do not hide again what staff have shown again. The reported profile must be locked.
 */
export async function hideReported(trx: Db, report: Report, deps: Deps): Promise<Outcome> {
  return report.reason === "underage" ? hideWhole(trx, report, deps) : hideOne(trx, report, deps);
}

async function hideWhole(trx: Db, report: Report, { now, mayHide }: Deps): Promise<Outcome> {
  const { caseId, reporterId, reportedId, reason } = report;
  const standing = await findStanding(trx, reportedId);
  if (!standing) return "nothing";
  // A profile that a notice hides already is hidden by the report as well, because each of the two is reviewed by
  // itself.
  const isHidden = await isHeld(trx, { memberId: reportedId, photoId: null }, { byReport: true });
  if (!hidesProfile(reason, { isAgeAssured: standing.isAgeAssured, isHidden })) return "nothing";
  const reporters = await listTrusted(trx, caseId, { reason });
  const reporter = reporters.find(({ id }) => id === reporterId);
  if (!reporter) return "nothing";
  if (await wasShownAgain(trx, caseId, null)) return "nothing";
  if (await wasDismissed(trx, { reporterId, reportedId, reason })) return "nothing";
  const hiders = isFresh(reporter.joinedAt, now) ? await findPair(trx, reporters) : [reporter];
  if (!hiders || !(await mayCauseHide(trx, hiders, SAME_HAND_MS))) return "waits";
  const isInSight = !(await isHeld(trx, { memberId: reportedId, photoId: null }));
  if (isInSight && !(await mayHide())) return "waits";
  const hide = { memberId: reportedId, caseId, photoId: null, hiddenAt: now };
  await addAutomaticHides(
    trx,
    hiders.map(({ id }) => ({ ...hide, id: uuidv7(now), reporterId: id })),
  );
  return (await hideProfile(trx, reportedId, now)) ? "hidden" : "nothing";
}

async function hideOne(trx: Db, report: Report, { now, mayHide }: Deps): Promise<Outcome> {
  const { caseId, reportedId, reason, photo } = report;
  if (!photo || !(await findPhoto(trx, photo.id))) return "nothing";
  if (await wasShownAgain(trx, caseId, photo.id)) return "nothing";
  const pair = await findPair(trx, await listTrusted(trx, caseId, { reason, fileName: photo.fileName }));
  if (!pair) return "nothing";
  if (!(await mayCauseHide(trx, pair, SAME_HAND_MS)) || !(await mayHide())) return "waits";
  const hide = { memberId: reportedId, caseId, photoId: photo.id, hiddenAt: now };
  await addAutomaticHides(
    trx,
    pair.map(({ id }) => ({ ...hide, id: uuidv7(now), reporterId: id })),
  );
  await deferPositions(trx);
  await hidePhoto(trx, reportedId, { id: photo.id, isUnderReview: true, now });
  // The job keeps the member from adding the photo again while it is hidden.
  await addJob(trx, "ban-photo", { fileName: photo.fileName, memberId: reportedId });
  return "hidden";
}

/** The reporters of this in a case, without those whose reports staff dismiss again and again. */
async function listTrusted(
  trx: Db,
  caseId: string,
  what: { reason: ReportReason; fileName?: string },
): Promise<Reporter[]> {
  const reporters = await listReporters(trx, caseId, what);
  const ids = reporters.map(({ id }) => id);
  const records = await listReporterRecords(trx, ids);
  return reporters.filter(({ id }) => !isSerialFalse(records.get(id)));
}

async function findPair(trx: Db, reporters: readonly Reporter[]): Promise<Reporter[] | undefined> {
  const ids = reporters.map(({ id }) => id);
  const acquainted = await listAcquainted(trx, ids);
  return findUnrelatedPair(reporters, (id, otherId) =>
    acquainted.some((pair) => pair.includes(id) && pair.includes(otherId)),
  );
}
