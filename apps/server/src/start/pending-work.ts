import type { WorkKind } from "@caramelo/contract/statistics/work-kinds";
import { findOrderWork } from "../features/billing/staff-queries.ts";
import { findWithdrawalWork } from "../features/billing/withdrawal-queries.ts";
import { findAppealWork, findNoticeWork, findReportWork } from "../features/moderation/queries/work.ts";
import { findDataRequestWork } from "../features/personal-data/data-request-queries.ts";
import { findVerificationWork } from "../features/verification/work-queries.ts";
import type { PendingWork, WaitingWork } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";

/** Where each kind of pending work is counted: a function of the feature to which the work belongs. */
const SOURCES: Record<WorkKind, (db: Db, now: Date) => Promise<WaitingWork>> = {
  reports: findReportWork,
  verifications: findVerificationWork,
  notices: findNoticeWork,
  appeals: findAppealWork,
  dataRequests: findDataRequestWork,
  withdrawals: findWithdrawalWork,
  orders: findOrderWork,
};

export function openPendingWork(db: Db): PendingWork {
  return { find: (kind, now) => SOURCES[kind](db, now) };
}
