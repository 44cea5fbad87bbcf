import type { Context } from "../../platform/context.ts";
import { sweepBefore } from "../../platform/database/sweep.ts";
import { job } from "../../platform/job.ts";
import { removeOldVisitsSql } from "./queries.ts";
import { oldestVisit } from "./rules.ts";

export function sweepVisits({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const before = oldestVisit(clock.now());
  return sweepBefore(db, before, removeOldVisitsSql);
}

export const jobs = [job({ name: "sweep-visits", words: "Limpar visitas", sweep: "nightly-sweeps", run: sweepVisits })];
