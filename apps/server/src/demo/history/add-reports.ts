import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { openCase, raiseSeverity } from "../../features/moderation/queries/cases.ts";
import { keepMessages, keepProfile } from "../../features/moderation/queries/evidence.ts";
import { keepPhotos } from "../../features/moderation/queries/kept-photos.ts";
import { addReport } from "../../features/moderation/queries/reports.ts";
import { listCasesAbout } from "../../features/moderation/queries/staff-cases.ts";
import { severityOf } from "../../features/moderation/report-rules.ts";
import type { Db } from "../../platform/database/database.ts";
import { randomId, uuidv7 } from "../../platform/ids.ts";

const HOUR_MS = 3_600_000;
const REPORTS: readonly { reason: ReportReason; details: string | null; hours: number }[] = [
  { reason: "spam_or_scam", details: null, hours: 3 },
  { reason: "harassment", details: null, hours: 20 },
  { reason: "other", details: "Outro: As fotos parecem ser de outra pessoa.", hours: 45 },
];
const MESSAGES = 50;

type People = { reporters: readonly string[]; reported: readonly string[] };

/** Gives the staff reports to review, with their evidence. It adds none about a member who was reported before. */
export async function addReports(db: Db, { reporters, reported }: People, now: Date): Promise<void> {
  for (const [index, { reason, details, hours }] of REPORTS.entries()) {
    const [reporterId, reportedId] = [reporters[index], reported[index]];
    if (reporterId === undefined || reportedId === undefined) return;
    if ((await listCasesAbout(db, reportedId, randomId(), 1)).length > 0) continue;
    const createdAt = new Date(now.getTime() - hours * HOUR_MS);
    const caseId = await openCase(db, { id: uuidv7(createdAt), reportedId, openedAt: createdAt });
    await raiseSeverity(db, caseId, severityOf(reason));
    await addReport(db, { id: uuidv7(createdAt), caseId, reporterId, reason, details, createdAt });
    await keepMessages(db, { caseId, reporterId, reportedId, now: createdAt }, MESSAGES);
    await keepPhotos(db, caseId, reportedId, createdAt);
    await keepProfile(db, caseId, reportedId, createdAt);
  }
}
