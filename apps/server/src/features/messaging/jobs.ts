import type { Context } from "../../platform/context.ts";
import { sweepInChunks } from "../../platform/database/sweep.ts";
import { job } from "../../platform/job.ts";
import { pruneStreamEvents } from "./queries/changes.ts";
import { oldestStreamEvent } from "./rules/cursors.ts";

/** Removes stream events that every open browser has read long ago. Returns how many. */
export function sweepStreamEvents({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const before = oldestStreamEvent(clock.now());
  return sweepInChunks((limit) => pruneStreamEvents(db, before, limit));
}

export const jobs = [
  job("sweep-stream-events", "Limpar mudanças antigas das conversas", { sweep: "nightly", run: sweepStreamEvents }),
];
