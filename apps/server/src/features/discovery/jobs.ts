import type { Context } from "../../platform/context.ts";
import { pruneChanges } from "./change-queries.ts";

/** Removes the changes of profiles that every process has read, or could have for an hour. */
export async function pruneProfileChanges({ db, log }: Pick<Context, "db" | "log">): Promise<void> {
  const removed = await pruneChanges(db);
  if (removed > 0) log.info({ removed }, "removed changes of profiles");
}
