import type { ClientBase } from "pg";
import { sweepInChunks } from "../../platform/database/sweep.ts";

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
