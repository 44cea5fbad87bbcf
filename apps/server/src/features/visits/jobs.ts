import { sweepOlder } from "../../platform/database/sweep.ts";
import { job } from "../../platform/job.ts";
import { removeOldVisitsSql } from "./queries.ts";
import { oldestVisit } from "./rules.ts";

export const sweepVisits = sweepOlder(oldestVisit, removeOldVisitsSql);

export const jobs = [job("sweep-visits", "Limpar visitas", { sweep: "nightly", run: sweepVisits })];
