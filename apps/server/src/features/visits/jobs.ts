import type { Context } from "../../platform/context.ts";
import { sweepInChunks } from "../../platform/sweep.ts";
import { removeOldVisits } from "./queries.ts";
import { oldestVisit } from "./rules.ts";

/** Removes visits of more than 12 months ago; answers how many. */
export function sweepVisits({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const before = oldestVisit(clock.now());
  return sweepInChunks((limit) => removeOldVisits(db, before, limit));
}
