import type { CaseStatus } from "@caramelo/contract/moderation/staff";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/** Puts an open case where its gravest report belongs in the queue. */
export async function raiseSeverity(db: Db, caseId: string, severity: number): Promise<void> {
  await db
    .updateTable("reportCase")
    .set({ severity })
    .where("id", "=", caseId)
    .where("severity", "<", severity)
    .execute();
}

/** Locks a case; undefined when there is none. */
export function lockCase(db: Db, id: string) {
  return db
    .selectFrom("reportCase")
    .where("id", "=", id)
    .select(["id", "reportedId", "status"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The open case about a member. */
export async function findOpenCase(db: Db, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("reportCase")
    .where("reportedId", "=", memberId)
    .where(sql<boolean>`status = 'pending'`)
    .select("id")
    .executeTakeFirst();
  return row?.id;
}

/** Whether a case is there for more than notices: members reported, or the rules found something. */
export async function hasReports(db: Db, caseId: string): Promise<boolean> {
  const row = await db
    .selectFrom("reportCase")
    .leftJoin("report", "report.caseId", "reportCase.id")
    .where("reportCase.id", "=", caseId)
    .where((eb) => eb.or([eb("report.id", "is not", null), eb("reportCase.flaggedAt", "is not", null)]))
    .select("reportCase.id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Closes an open case; false when it was closed before. */
export async function closeCase(
  db: Db,
  id: string,
  review: { status: "reviewed" | "dismissed"; reviewedBy: string; reviewedAt: Date },
): Promise<boolean> {
  const result = await db
    .updateTable("reportCase")
    .set(review)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

type CaseRow = {
  id: string;
  status: CaseStatus;
  severity: number;
  openedAt: Date;
  reviewedAt: Date | null;
  reviewedBy: string | null;
  reportedId: string;
  reportedName: string;
  reportedEmail: string;
  reporterId: string | null;
  reporterName: string | null;
  reporterEmail: string | null;
  reportCount: number;
  /** The reasons as they are stored, "other" as the words of the member, in the order of the reports. */
  reasons: string[];
  isHidden: boolean;
  isFlagged: boolean;
};

/** A case as a list shows it; the rest of the statement names the cases. */
const selectCases = (rest: RawBuilder<unknown>) => sql<CaseRow>`
  select found.id, found.status, found.severity, found.opened_at, found.reviewed_at, reviewer.name as reviewed_by,
    found.reported_id, reported.name as reported_name, reported_member.email as reported_email,
    latest.reporter_id, reporter.name as reporter_name, reporter_member.email as reporter_email,
    (select count(*)::int from report where case_id = found.id) as report_count,
    array(
      select coalesce(details, reason) from report where case_id = found.id
      group by coalesce(details, reason) order by min(created_at), min(id::text) limit 10
    ) as reasons,
    exists (select from automatic_hide where case_id = found.id and ended_at is null) as is_hidden,
    found.flagged_at is not null as is_flagged
  from (${rest}) found
    join profile reported on reported.member_id = found.reported_id
    join member reported_member on reported_member.id = found.reported_id
    left join profile reviewer on reviewer.member_id = found.reviewed_by
    left join lateral (
      select reporter_id from report where case_id = found.id order by created_at desc, id desc limit 1
    ) latest on true
    left join profile reporter on reporter.member_id = latest.reporter_id
    left join member reporter_member on reporter_member.id = latest.reporter_id`;

// A literal, so that the planner finds the index of the queue.
const queueOrder = sql`severity desc, opened_at desc, id desc`;

/** One page of cases: those that wait by severity and then the latest first, the others the latest first. */
export async function listCases(
  db: Db,
  { status, offset, limit }: { status: CaseStatus | undefined; offset: number; limit: number },
): Promise<CaseRow[]> {
  const isQueue = status === "pending";
  const which = status === undefined ? sql`true` : sql`status = ${sql.lit(status)}`;
  const order = isQueue ? queueOrder : sql`opened_at desc, id desc`;
  const { rows } = await sql<CaseRow>`
    ${selectCases(sql`select * from report_case where ${which} order by ${order} offset ${offset} limit ${limit}`)}
    order by ${isQueue ? sql`found.severity desc, found.opened_at desc, found.id desc` : sql`found.opened_at desc, found.id desc`}`.execute(
    db,
  );
  return rows;
}

export async function findCase(db: Db, id: string): Promise<CaseRow | undefined> {
  const { rows } = await selectCases(sql`select * from report_case where id = ${id}`).execute(db);
  return rows[0];
}

/** How many cases have a status, up to a number. */
export async function countCases(db: Db, status: CaseStatus | undefined, max: number): Promise<number> {
  const which = status === undefined ? sql`true` : sql`status = ${sql.lit(status)}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from report_case where ${which} limit ${max}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The case that waits next in the queue after one; after the last comes the first, and none where no other waits. */
export async function findNextCase(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    (
      select id, 0 as part from report_case
      where status = 'pending' and (severity, opened_at, id) < (
        select severity, opened_at, id from report_case where id = ${id}
      )
      order by ${queueOrder} limit 1
    ) union all (
      select id, 1 from report_case where status = 'pending' and id <> ${id} order by ${queueOrder} limit 1
    )
    order by part limit 1`.execute(db);
  return rows[0]?.id;
}

/** The reports of a case with their reporters, the latest first. */
export function listReports(db: Db, caseId: string, limit: number) {
  return db
    .selectFrom("report")
    .innerJoin("member", "member.id", "report.reporterId")
    .innerJoin("profile", "profile.memberId", "report.reporterId")
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
    .execute();
}

type ReporterRecord = { reporterId: string; cases: number; closed: number; dismissed: number };

/** In how many cases members reported, how many of them the team has closed, and how many of those it dismissed. */
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

type Repeated = { reporterId: string; reportedId: string; reason: string };

/** Whether the team has dismissed a case in which the same member reported the same about the same one. */
export async function wasDismissed(db: Db, { reporterId, reportedId, reason }: Repeated): Promise<boolean> {
  const { rows } = await sql`
    select from report join report_case on report_case.id = report.case_id
    where reporter_id = ${reporterId} and reported_id = ${reportedId} and reason = ${reason} and status = 'dismissed'
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The earlier and later cases about the same member, the latest first. */
export function listCasesAbout(db: Db, memberId: string, exceptId: string, limit: number) {
  return db
    .selectFrom("reportCase")
    .where("reportedId", "=", memberId)
    .where("id", "<>", exceptId)
    .orderBy("openedAt", "desc")
    .limit(limit)
    .select(["id", "status", "openedAt"])
    .execute();
}

/** Who reported this photo in an open case, with the day they joined. */
export function listPhotoReporters(db: Db, caseId: string, fileName: string) {
  return db
    .selectFrom("report")
    .innerJoin("profile", "profile.memberId", "report.reporterId")
    .where("report.caseId", "=", caseId)
    .where("report.fileName", "=", fileName)
    .orderBy("report.createdAt")
    .limit(50)
    .select(["report.reporterId as id", "profile.createdAt as joinedAt"])
    .execute();
}

/** The pairs among members who wrote to, or favourited, each other. */
export async function listAcquainted(db: Db, ids: string[]): Promise<[string, string][]> {
  const { rows } = await sql<{ one: string; other: string }>`
    select owner_id as one, other_id as other from conversation
    where owner_id = any(${ids}::uuid[]) and other_id = any(${ids}::uuid[])
    union
    select member_id, favorite_id from favorite
    where member_id = any(${ids}::uuid[]) and favorite_id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ one, other }) => [one, other]);
}
