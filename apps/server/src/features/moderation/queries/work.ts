import { type RawBuilder, sql } from "kysely";
import type { WaitingWork } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";

/** How many rows wait, and the oldest moment among them. */
async function findWork(db: Db, moment: RawBuilder<Date>, rows: RawBuilder<unknown>): Promise<WaitingWork> {
  const waiting = await sql<WaitingWork>`
    select count(*)::int as count, min(${moment}) as oldest_at, null as oldest_id from ${rows}`.execute(db);
  return waiting.rows[0] ?? { count: 0, oldestAt: null, oldestId: null };
}

export const findReportWork = (db: Db) => findWork(db, sql`opened_at`, sql`report_case where status = 'pending'`);

export const findNoticeWork = (db: Db) => findWork(db, sql`received_at`, sql`notice where status = 'pending'`);

/**
 * How many appeals are undecided, and since when the oldest waits. Answers to a hide are left out: staff read them with
 * the notice.
 */
export const findAppealWork = (db: Db) =>
  findWork(
    db,
    sql`appealed_at`,
    sql`measure where appealed_at is not null and decided_at is null and kind <> 'under_review'`,
  );
