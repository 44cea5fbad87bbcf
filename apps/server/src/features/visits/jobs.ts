import type { Context } from "../../platform/context.ts";
import { sweepInChunks } from "../../platform/database/sweep.ts";
import { removeOldVisits } from "./queries.ts";
import { oldestVisit } from "./rules.ts";

export function sweepVisits({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const before = oldestVisit(clock.now());
  return sweepInChunks((limit) => removeOldVisits(db, before, limit));
}
