import type { Context } from "../../platform/context.ts";
import { countQuarter } from "./count-quarter.ts";
import { findFirstJoin, listFigures } from "./queries.ts";
import { firstDayOf, listCountable } from "./rules.ts";

/** Counts the ended quarters that are not counted yet, and returns how many. A counted quarter never changes. */
export async function countQuarters({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const now = clock.now();
  const joinedAt = await findFirstJoin(db);
  const [first, ...rest] = joinedAt ? listCountable(joinedAt, now) : [];
  if (!first) return 0;
  const counted = new Set((await listFigures(db, firstDayOf(first))).map(({ startsOn }) => startsOn));
  const due = [first, ...rest].filter((quarter) => !counted.has(firstDayOf(quarter)));
  for (const quarter of due) await countQuarter(db, quarter, now);
  return due.length;
}
