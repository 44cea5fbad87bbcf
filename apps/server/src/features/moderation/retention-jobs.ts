import { periods } from "@caramelo/contract/personal-data/periods";
import type { ClientBase } from "pg";
import { daysBefore, sweepInChunks } from "../../platform/database/sweep.ts";
import { job } from "../../platform/job.ts";

/** SQL: the row's case was closed before the cut-off. */
const isDecided = (caseId: string): string =>
  `not exists (select from report_case where report_case.id = ${caseId} and (status = 'pending' or reviewed_at >= $1))`;

/** SQL: rows of a table that name an erased member, unless `condition` keeps them. */
const ofErased = (table: string, column: string, condition: string): string => `ctid = any (array(
    select gone.ctid from erasure join ${table} gone on gone.${column} = erasure.member_id
    where erasure.erased_at < $1 and ${condition} limit $2
  ))`;

const isPast = "gone.taken_at < $1 and (gone.appealed_at is null or gone.decided_at < $1)";

/**
 * The data about erased members in cases and measures, removed a period after the decision. The statements are for the
 * owner of the database, which alone may remove cases, measures and reports. Their parameters: the day before which
 * both the erasure and the decision must lie, and the maximum rows per statement.
 */
const REMOVALS_OF_ERASED: readonly string[] = [
  `delete from report where ${ofErased("report", "reporter_id", isDecided("gone.case_id"))}`,
  `delete from automatic_hide where ${ofErased("automatic_hide", "reporter_id", isDecided("gone.case_id"))}`,
  `delete from automatic_hide where ${ofErased("automatic_hide", "member_id", isDecided("gone.case_id"))}`,
  `delete from measure where ${ofErased("measure", "member_id", isPast)}`,
  // Its reports, its evidence and its hides go with it.
  `delete from report_case
    where ${ofErased("report_case", "reported_id", "gone.status <> 'pending' and gone.reviewed_at < $1")}`,
];

/**
 * Removes the words of reports six months after their case was closed. `owner` is a connection of the database's owner.
 * Returns how many cases were changed.
 */
export function forgetReportWords(owner: Pick<ClientBase, "query">, now: Date): Promise<number> {
  return sweepInChunks(async (limit) => {
    const { rows } = await owner.query<{ forgotten: number }>("select forget_report_words($1, $2) as forgotten", [
      now,
      limit,
    ]);
    return rows[0]?.forgotten ?? 0;
  });
}

/**
 * Removes cases, measures and reports of erased members six months after the erasure and the decision. `owner` is a
 * connection of the database's owner. Returns how many rows were removed.
 */
export async function removeCasesOfErased(owner: Pick<ClientBase, "query">, now: Date): Promise<number> {
  const day = daysBefore(periods.evidence)(now);
  let removedCount = 0;
  for (const text of REMOVALS_OF_ERASED)
    removedCount += await sweepInChunks(async (limit) => (await owner.query(text, [day, limit])).rowCount ?? 0);
  return removedCount;
}

export const jobs = [
  job("sweep-report-words", "Limpar palavras de denúncias", {
    sweep: "nightly",
    run: (context, _, { withOwner }) => withOwner((owner) => forgetReportWords(owner, context.clock.now())),
  }),
  job("sweep-erased", "Limpar denúncias de contas excluídas", {
    sweep: "nightly",
    run: (context, _, { withOwner }) => withOwner((owner) => removeCasesOfErased(owner, context.clock.now())),
  }),
];
