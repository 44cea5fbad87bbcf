import type { QuarterFigure } from "@caramelo/contract/transparency/figures";
import type { Db } from "../../platform/database/database.ts";
import { replicaRead } from "../../platform/database/replica-reads.ts";
import {
  countAppeals,
  countAuthorityRequests,
  countAutomaticHides,
  countDecidedAppeals,
  countDecidedNotices,
  countMeasures,
  countNotices,
  countReportDecisions,
  countReports,
  countVerifications,
  type Period,
} from "./count-queries.ts";
import { addFigures } from "./queries.ts";
import { firstDayOf, periodOf, type Quarter } from "./rules.ts";

/**
 * Counts an ended quarter and stores its numbers, unless they are stored already. An ended quarter no longer changes,
 * so the counts need no common moment.
 */
export async function countQuarter(db: Db, quarter: Quarter, now: Date): Promise<void> {
  const counts = await countFigures(db, periodOf(quarter));
  const names = Object.keys(counts) as QuarterFigure[]; // `counts` has no other keys
  const figures = names.flatMap((name) => {
    const value = counts[name];
    // There is no median of nothing.
    return value === null ? [] : [{ startsOn: firstDayOf(quarter), name, value }];
  });
  await addFigures(db, figures, now);
}

const countFigures = replicaRead(
  "figures of an ended quarter",
  async (db: Db, period: Period): Promise<Record<QuarterFigure, number | null>> => ({
    ...(await countReports(db, period)),
    ...(await countReportDecisions(db, period)),
    ...(await countMeasures(db, period)),
    ...(await countAutomaticHides(db, period)),
    ...(await countAppeals(db, period)),
    ...(await countDecidedAppeals(db, period)),
    ...(await countNotices(db, period)),
    ...(await countDecidedNotices(db, period)),
    ...(await countVerifications(db, period)),
    ...(await countAuthorityRequests(db, period)),
  }),
  () => undefined,
);
