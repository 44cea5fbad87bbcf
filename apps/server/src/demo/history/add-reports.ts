import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { openCase, raiseSeverity } from "../../features/moderation/queries/cases.ts";
import { keepProfile } from "../../features/moderation/queries/evidence.ts";
import { addReport } from "../../features/moderation/queries/reports.ts";
import { severityOf } from "../../features/moderation/report-rules.ts";
import { keepPhotos } from "../../features/photos/queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";

const HOUR_MS = 3_600_000;
// Reporter and reported have not written with each other, so each report is about the profile.
const REPORTS: readonly { reason: ReportReason; details: string | null; hours: number }[] = [
  { reason: "inappropriate_photos", details: null, hours: 3 },
  { reason: "fake_profile", details: null, hours: 20 },
  { reason: "other", details: "Outro: As fotos parecem ser de outra pessoa.", hours: 45 },
];

type People = { reporters: readonly string[]; reported: readonly string[] };

/**
 * Gives the staff reports to review, with their evidence. It adds none where a demo member was reported before, because
 * another release may have chosen other members.
 */
export async function addReports(db: Db, { reporters, reported }: People, now: Date): Promise<void> {
  if (await hasDemoReport(db)) return;
  for (const [index, { reason, details, hours }] of REPORTS.entries()) {
    const [reporterId, reportedId] = [reporters[index], reported[index]];
    if (reporterId === undefined || reportedId === undefined) return;
    const createdAt = new Date(now.getTime() - hours * HOUR_MS);
    const caseId = await openCase(db, { id: uuidv7(createdAt), reportedId, openedAt: createdAt });
    await raiseSeverity(db, caseId, severityOf(reason));
    await addReport(db, { id: uuidv7(createdAt), caseId, reporterId, reason, details, createdAt });
    await keepPhotos(db, caseId, reportedId, createdAt);
    await keepProfile(db, caseId, reportedId, createdAt);
  }
}

async function hasDemoReport(db: Db): Promise<boolean> {
  const report = await db
    .selectFrom("reportCase")
    .innerJoin("profile", "profile.memberId", "reportCase.reportedId")
    .where("profile.isDemo", "=", true)
    .select("reportCase.id")
    .limit(1)
    .executeTakeFirst();
  return report !== undefined;
}
