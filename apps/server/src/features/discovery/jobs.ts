import type { Context } from "../../platform/context.ts";
import { job } from "../../platform/job.ts";
import { pruneChanges } from "./change-queries.ts";

/** Removes changes of profiles that every process has had an hour to read. */
export async function pruneProfileChanges({ db, log }: Pick<Context, "db" | "log">): Promise<void> {
  const removed = await pruneChanges(db);
  if (removed > 0) log.info({ removed }, "removed changes of profiles");
}

export const jobs = [
  job({
    name: "prune-profile-changes",
    words: "Apagar mudanças já lidas da busca",
    sweep: "ten-minute-sweeps",
    run: pruneProfileChanges,
  }),
];
