import { periods } from "@caramelo/contract/personal-data/periods";
import type { ClientBase } from "pg";
import { daysBefore, sweepInChunks } from "../../platform/database/sweep.ts";
import { job } from "../../platform/job.ts";
import { REMOVALS_OF_ERASED } from "./retention-queries.ts";

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
  let removed = 0;
  for (const text of REMOVALS_OF_ERASED)
    removed += await sweepInChunks(async (limit) => (await owner.query(text, [day, limit])).rowCount ?? 0);
  return removed;
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
