import type { CaseStatus } from "@caramelo/contract/moderation/staff";
import { type RawBuilder, sql } from "kysely";
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
