import type { CaseStatus } from "@caramelo/contract/moderation/staff";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

export type CaseRow = {
  id: string;
  status: CaseStatus;
  severity: number;
  openedAt: Date;
  reviewedAt: Date | null;
  reviewedBy: string | null;
  reportedId: string;
  /** Null when the account is erased. */
  reportedName: string | null;
  reportedEmail: string;
  reporterId: string | null;
  reporterName: string | null;
  reporterEmail: string | null;
  reportCount: number;
  /** The stored reasons in the order of the reports: keys, or the member's own words for "other". */
  reasons: string[];
  isHidden: boolean;
  isFlagged: boolean;
};

/** SQL: cases as a list shows them; `rest` is the part of the statement that selects which cases. */
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
    -- A case outlives the profile of a member who has erased the account.
    left join profile reported on reported.member_id = found.reported_id
    join member reported_member on reported_member.id = found.reported_id
    left join profile reviewer on reviewer.member_id = found.reviewed_by
    left join lateral (
      select reporter_id from report where case_id = found.id order by created_at desc, id desc limit 1
    ) latest on true
    left join profile reporter on reporter.member_id = latest.reporter_id
    left join member reporter_member on reporter_member.id = latest.reporter_id`;

// The order must match the index of the queue literally, so that the planner uses the index.
const queueOrder = sql`severity desc, opened_at desc, id desc`;

/** One page of cases: waiting ones by severity and then the latest first, the others the latest first. */
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

/** The waiting case after `id` in the queue; after the last comes the first. Undefined when no other case waits. */
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
