import type { Context } from "../../platform/context.ts";
import { job } from "../../platform/job.ts";
import { countQuarter } from "./count-quarter.ts";
import { findFirstJoin, listFigures } from "./queries.ts";
import { firstDayOf, listCountable } from "./rules.ts";

/** Counts the ended quarters that are not counted yet, and returns how many. A counted quarter never changes. */
export async function countQuarters({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const now = clock.now();
  const joinedAt = await findFirstJoin(db);
  const [first, ...rest] = joinedAt ? listCountable(joinedAt, now) : [];
  if (!first) return 0;
  const countedQuarters = new Set((await listFigures(db, firstDayOf(first))).map(({ startsOn }) => startsOn));
  const dueQuarters = [first, ...rest].filter((quarter) => !countedQuarters.has(firstDayOf(quarter)));
  for (const quarter of dueQuarters) await countQuarter(db, quarter, now);
  return dueQuarters.length;
}

export const jobs = [
  job("count-quarters", "Contar os trimestres da transparência", { sweep: "nightly", run: countQuarters }),
];
