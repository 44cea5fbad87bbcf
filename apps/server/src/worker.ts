import { Logger, parseCronItems, type Runner, run } from "graphile-worker";
import type pg from "pg";
import { sweepSessions } from "./features/accounts/jobs.ts";
import { sweepPhotoObjects } from "./features/photos/jobs.ts";
import { lowerTiers, rerollAllShuffleKeys } from "./features/profiles/jobs.ts";
import type { Context } from "./platform/context.ts";

// Minutes and hours are UTC; São Paulo is three hours behind all year.
export const CRON = [
  { task: "lower-tiers", match: "* * * * *" },
  { task: "sweep-photo-objects", match: "*/10 * * * *" },
  { task: "sweep-sessions", match: "17 6 * * *" },
  { task: "reroll-shuffle-keys", match: "0 7 * * *" },
];

/** Runs the jobs of the product until stopped. `pool` belongs to the database's owner: the queue lives in a schema of its own. */
export function startWorker(context: Context, pool: pg.Pool): Promise<Runner> {
  return run({
    pgPool: pool,
    noHandleSignals: true,
    concurrency: 4,
    parsedCronItems: parseCronItems(CRON),
    taskList: {
      "lower-tiers": async () => {
        const lowered = await lowerTiers(context);
        if (lowered > 0) context.log.info({ lowered }, "lowered tiers");
      },
      "reroll-shuffle-keys": () => rerollAllShuffleKeys(context),
      "sweep-photo-objects": async () => {
        context.log.info({ removed: await sweepPhotoObjects(context) }, "swept photo objects");
      },
      "sweep-sessions": async () => {
        context.log.info({ removed: await sweepSessions(context) }, "swept sessions");
      },
    },
    logger: new Logger(() => (level, message) => {
      if (level === "error" || level === "warning") context.log.warn({ queue: message }, "job queue");
    }),
  });
}
