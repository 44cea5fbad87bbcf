import type { TaskList } from "graphile-worker";
import * as z from "zod";
import { sweepSessions } from "./features/accounts/jobs.ts";
import { sendMail, sweepMails } from "./features/mail/jobs.ts";
import { sweepPhotoObjects } from "./features/photos/jobs.ts";
import { lowerTiers, rerollAllShuffleKeys } from "./features/profiles/jobs.ts";
import type { Context } from "./platform/context.ts";

// Minutes and hours are UTC; São Paulo is three hours behind all year.
export const CRON = [
  { task: "lower-tiers", match: "* * * * *" },
  { task: "sweep-photo-objects", match: "*/10 * * * *" },
  { task: "sweep-sessions", match: "17 6 * * *" },
  { task: "sweep-mails", match: "27 6 * * *" },
  { task: "reroll-shuffle-keys", match: "0 7 * * *" },
];

const Id = z.object({ id: z.uuid() });

/** Who does each job of the queue; CRON and `addJob` name them. */
export function listTasks(context: Context): TaskList {
  const sweep = (what: string, work: (context: Context) => Promise<number>) => async () => {
    context.log.info({ removed: await work(context) }, `swept ${what}`);
  };
  return {
    "lower-tiers": async () => {
      const lowered = await lowerTiers(context);
      if (lowered > 0) context.log.info({ lowered }, "lowered tiers");
    },
    "reroll-shuffle-keys": () => rerollAllShuffleKeys(context),
    "send-mail": async (payload, { job }) => sendMail(context, Id.parse(payload).id, job.attempts >= job.max_attempts),
    "sweep-mails": sweep("mails", sweepMails),
    "sweep-photo-objects": sweep("photo objects", sweepPhotoObjects),
    "sweep-sessions": sweep("sessions", sweepSessions),
  };
}
