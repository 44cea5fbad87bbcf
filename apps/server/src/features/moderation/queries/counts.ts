import type { CaseStatus } from "@caramelo/contract/moderation/staff";
import { type RawBuilder, sql } from "kysely";
import type { WaitingWork } from "../../../platform/context.ts";
import { countOf } from "../../../platform/database/count-of.ts";
import type { Db } from "../../../platform/database/database.ts";
import { isAppeal } from "./appeals.ts";

// The screen says "10.000+" for a higher count.
const COUNT_MAX = 10_001;

const countRows = (db: Db, rows: RawBuilder<unknown>) => countOf(db, sql`from ${rows} limit ${COUNT_MAX}`);

export function countCases(db: Db, status: CaseStatus | undefined): Promise<number> {
  return countRows(db, sql`report_case where ${status === undefined ? sql`true` : sql`status = ${sql.lit(status)}`}`);
}

export function countAppeals(db: Db, isDecided: boolean): Promise<number> {
  const decided = isDecided ? sql`decided_at is not null` : sql`decided_at is null`;
  return countRows(db, sql`measure where appealed_at is not null and ${isAppeal} and ${decided}`);
}

export function countNotices(db: Db, isDecided: boolean): Promise<number> {
  return countRows(db, sql`notice where ${isDecided ? sql`decided_at is not null` : sql`status = 'pending'`}`);
}

/** How many rows wait, and the oldest moment among them. */
async function findWork(db: Db, moment: RawBuilder<Date>, rows: RawBuilder<unknown>): Promise<WaitingWork> {
  const waitingWork = await sql<WaitingWork>`
    select count(*)::int as count, min(${moment}) as oldest_at, null as oldest_id from ${rows}`.execute(db);
  return waitingWork.rows[0] ?? { count: 0, oldestAt: null, oldestId: null };
}

export const findReportWork = (db: Db) => findWork(db, sql`opened_at`, sql`report_case where status = 'pending'`);

export const findNoticeWork = (db: Db) => findWork(db, sql`received_at`, sql`notice where status = 'pending'`);

/**
 * Counts the undecided appeals, and since when the oldest waits. Answers to a hide are left out: staff read them with
 * the notice.
 */
export const findAppealWork = (db: Db) =>
  findWork(
    db,
    sql`appealed_at`,
    sql`measure where appealed_at is not null and decided_at is null and kind <> 'under_review'`,
  );
