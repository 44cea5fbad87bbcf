import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Report } from "../../../platform/database/types.generated.ts";

/** A member's report with the same reason, details and photo counts once in a case; repeating it changes nothing. */
export async function addReport(db: Db, report: Insertable<Report>): Promise<void> {
  await db
    .insertInto("report")
    .values(report)
    .onConflict((conflict) => conflict.columns(["caseId", "reporterId", "reason", "details", "fileName"]).doNothing())
    .execute();
}

export function listReports(db: Db, caseId: string, limit: number) {
  return (
    db
      .selectFrom("report")
      .innerJoin("member", "member.id", "report.reporterId")
      // A report outlives the profile of a reporter who has erased the account.
      .leftJoin("profile", "profile.memberId", "report.reporterId")
      .leftJoin("casePhoto", (join) =>
        join.onRef("casePhoto.caseId", "=", "report.caseId").onRef("casePhoto.fileName", "=", "report.fileName"),
      )
      .where("report.caseId", "=", caseId)
      .orderBy("report.createdAt", "desc")
      .orderBy("report.id", "desc")
      .limit(limit)
      .select([
        "report.id",
        "report.reporterId",
        "report.reason",
        "report.details",
        "report.createdAt",
        "profile.name",
        "member.email",
        "casePhoto.photoId",
      ])
      .execute()
  );
}

type ReporterRecord = { reporterId: string; cases: number; closed: number; dismissed: number };

/** For each reporter: in how many cases they reported, and how many of these staff have closed and dismissed. */
export async function listReporterRecords(db: Db, reporterIds: string[]): Promise<Map<string, ReporterRecord>> {
  const { rows } = await sql<ReporterRecord>`
    select reporter_id, count(*)::int as cases,
      count(*) filter (where status <> 'pending')::int as closed, count(*) filter (where status = 'dismissed')::int as dismissed
    from (
      select distinct report.reporter_id, report_case.id, report_case.status
      from report join report_case on report_case.id = report.case_id
      where report.reporter_id = any(${reporterIds}::uuid[])
    ) one
    group by reporter_id`.execute(db);
  return new Map(rows.map((row) => [row.reporterId, row]));
}

type RepeatedReport = { reporterId: string; reportedId: string; reason: string };

/** Whether staff have dismissed a case in which this reporter reported the same member for the same reason. */
export async function wasDismissed(db: Db, { reporterId, reportedId, reason }: RepeatedReport): Promise<boolean> {
  const { rows } = await sql`
    select from report join report_case on report_case.id = report.case_id
    where reporter_id = ${reporterId} and reported_id = ${reportedId} and reason = ${reason} and status = 'dismissed'
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The last 50 who sent reports of a case for a reason, about this photo if one is given, and when they joined. */
export function listReporters(
  db: Db,
  caseId: string,
  { reason, fileName }: { reason: ReportReason; fileName?: string },
) {
  return db
    .selectFrom("report")
    .innerJoin("profile", "profile.memberId", "report.reporterId")
    .where("report.caseId", "=", caseId)
    .where("report.reason", "=", reason)
    .$if(fileName !== undefined, (query) => query.where("report.fileName", "=", fileName ?? null))
    .orderBy("report.createdAt", "desc")
    .limit(50)
    .select(["report.reporterId as id", "profile.createdAt as joinedAt"])
    .execute();
}

/** The pairs among these members in which one has written to the other, or favourited them. */
export async function listAcquainted(db: Db, ids: string[]): Promise<[string, string][]> {
  const { rows } = await sql<{ one: string; other: string }>`
    select owner_id as one, other_id as other from conversation
    where owner_id = any(${ids}::uuid[]) and other_id = any(${ids}::uuid[])
    union
    select member_id, favorite_id from favorite
    where member_id = any(${ids}::uuid[]) and favorite_id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ one, other }) => [one, other]);
}

/** The members whom a member reported, by the ids of the member's own reports. */
export async function listReportedOf(db: Db, reportIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("report")
    .innerJoin("reportCase", "reportCase.id", "report.caseId")
    .where("report.id", "in", reportIds)
    .select(["report.id", "reportCase.reportedId"])
    .execute();
  return new Map(rows.map(({ id, reportedId }) => [id, reportedId]));
}
