import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Period = { from: Date; until: Date };

/** SQL: whether a moment lies in the period. */
const within = (moment: RawBuilder<unknown>, { from, until }: Period) =>
  sql`${moment} >= ${from} and ${moment} < ${until}`;

/** Runs a statement that always returns one row. */
async function readRow<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a count returned no row");
  return row;
}

/** SQL: the median number of seconds between two moments; null of no rows. */
const medianSeconds = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`round(percentile_cont(0.5) within group (order by extract(epoch from ${until} - ${from})))::int`;

export const countReports = (db: Db, period: Period) =>
  readRow(
    db,
    sql<{ reports: number }>`select count(*)::int as reports from report where ${within(sql`created_at`, period)}`,
  );

/**
 * The reported cases that staff closed in the period, with or without a measure, and how long each has waited since its
 * first report. Reports are not counted, because ten of them may belong to one case.
 */
export const countReportDecisions = (db: Db, period: Period) =>
  readRow(
    db,
    sql<{ reportDecisions: number; reportSeconds: number | null }>`
      select count(*)::int as report_decisions,
        ${medianSeconds(sql`reported_at`, sql`reviewed_at`)} as report_seconds
      from (
        select reviewed_at, min(report.created_at) as reported_at
        from report_case join report on report.case_id = report_case.id
        where ${within(sql`reviewed_at`, period)}
        group by report_case.id
      ) as closed_case`,
  );

/**
 * Measures by staff: warnings, and the photos and accounts that met a measure, each once. A hide that a notice caused
 * before a review is a measure of the kind `under_review`.
 */
export const countMeasures = (db: Db, period: Period) =>
  readRow(
    db,
    sql<{ warnings: number; photosTaken: number; suspensions: number; bans: number }>`
      select count(*) filter (where kind = 'warning')::int as warnings,
        count(distinct photo_id) filter (where kind = 'photo_hidden')::int as photos_taken,
        count(distinct member_id) filter (where kind = 'suspension')::int as suspensions,
        count(distinct member_id) filter (where kind = 'ban')::int as bans
      from measure where ${within(sql`taken_at`, period)}`,
  );

/** Photos and profiles hidden before a review. Several reports may hide one thing together. */
export const countAutomaticHides = (db: Db, period: Period) =>
  readRow(
    db,
    sql<{ photosHidden: number; profilesHidden: number }>`
      select count(distinct photo_id)::int as photos_hidden,
        count(distinct member_id) filter (where photo_id is null)::int as profiles_hidden
      from automatic_hide where ${within(sql`hidden_at`, period)}`,
  );

/** An answer to an automatic hide is no appeal. */
export const countAppeals = (db: Db, period: Period) =>
  readRow(
    db,
    sql<{ appeals: number }>`
      select count(*)::int as appeals from measure
      where kind <> 'under_review' and appealed_at is not null and ${within(sql`appealed_at`, period)}`,
  );

export const countDecidedAppeals = (db: Db, period: Period) =>
  readRow(
    db,
    sql<{ appealsGranted: number; appealsRefused: number }>`
      select count(*) filter (where is_granted)::int as appeals_granted,
        count(*) filter (where not is_granted)::int as appeals_refused
      from measure where kind <> 'under_review' and decided_at is not null and ${within(sql`decided_at`, period)}`,
  );

/**
 * Notices sent without a session whose mailbox was confirmed, or that staff have decided: a script could send any
 * others at no cost.
 */
export const countNotices = (db: Db, period: Period) =>
  readRow(
    db,
    sql<{ notices: number }>`
      select count(*)::int as notices from notice
      where sender_id is null and (confirmed_at is not null or decided_at is not null)
        and ${within(sql`received_at`, period)}`,
  );

export const countDecidedNotices = (db: Db, period: Period) =>
  readRow(
    db,
    sql<{ noticesAccepted: number; noticesRefused: number }>`
      select count(*) filter (where status = 'accepted')::int as notices_accepted,
        count(*) filter (where status = 'refused')::int as notices_refused
      from notice where sender_id is null and decided_at is not null and ${within(sql`decided_at`, period)}`,
  );

/**
 * Decisions on verifications, and how long each request waited. The audit log is read because a request forgets its
 * first decision when an approval is revoked.
 */
export const countVerifications = (db: Db, period: Period) =>
  readRow(
    db,
    sql<{ verificationDecisions: number; verificationSeconds: number | null }>`
      select count(*)::int as verification_decisions,
        ${medianSeconds(sql`request.created_at`, sql`entry.at`)} as verification_seconds
      from audit_entry entry join verification_request request on request.id = (entry.details ->> 'request')::uuid
      where entry.action in ('verification.approved', 'verification.rejected') and ${within(sql`entry.at`, period)}`,
  );

/** Requests of authorities count when they are recorded, because one that is recorded late would never count. */
export const countAuthorityRequests = (db: Db, period: Period) =>
  readRow(
    db,
    sql<{
      authorityRequests: number;
      authorityGranted: number;
      authorityPartlyGranted: number;
      authorityRefused: number;
    }>`
      select count(*)::int as authority_requests,
        count(*) filter (where outcome = 'granted')::int as authority_granted,
        count(*) filter (where outcome = 'partly')::int as authority_partly_granted,
        count(*) filter (where outcome = 'refused')::int as authority_refused
      from authority_request where ${within(sql`recorded_at`, period)}`,
  );

/** How many requests of authorities were recorded. */
export const countAllAuthorityRequests = (db: Db) =>
  readRow(db, sql<{ count: number }>`select count(*)::int as count from authority_request`);
