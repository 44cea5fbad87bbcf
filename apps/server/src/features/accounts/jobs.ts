import type { Context } from "../../platform/context.ts";
import { removeOldSessions } from "./queries.ts";

const KEEP_MS = 30 * 86_400_000;

/** Ended sessions are kept for 30 days, then removed. */
export function sweepSessions({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  return removeOldSessions(db, new Date(clock.now().getTime() - KEEP_MS));
}
