import type { Context } from "../../platform/context.ts";
import { pruneChanges } from "./change-queries.ts";

/** Removes changes of profiles that every process has had an hour to read. */
export async function pruneProfileChanges({ db, log }: Pick<Context, "db" | "log">): Promise<void> {
  const removed = await pruneChanges(db);
  if (removed > 0) log.info({ removed }, "removed changes of profiles");
}
