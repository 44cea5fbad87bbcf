import * as z from "zod";
import type { Context } from "../../platform/context.ts";
import { job } from "../../platform/job.ts";
import { isTooLate, slotOf } from "./availability-rules.ts";
import { addArrivals, endArrivals } from "./node-jobs.ts";
import { addDepartures, removeDepartures } from "./queries.ts";
import { runAvailability } from "./run-availability.ts";

/** Records that a member's first connection opened, so that they have not left. This does not count as a ping. */
export async function recordArrival({ db, clock, batchers, nodeId }: Context, memberId: string): Promise<void> {
  await batchers.join("presence-arrival", memberId, async (memberIds: string[]) => {
    if (nodeId === undefined) await removeDepartures(db, memberIds, clock.now());
    else await addArrivals(db, nodeId, memberIds, clock.now());
    return memberIds;
  });
}

/** Records that members did not come back after their last connection closed. */
export async function recordDepartures(
  { db, clock, nodeId }: Context,
  departures: { memberId: string; closedAt: Date }[],
): Promise<void> {
  if (departures.length === 0) return;
  if (nodeId === undefined) await addDepartures(db, departures, clock.now());
  else await endArrivals(db, nodeId, departures, clock.now());
}

/** Runs the online-status job of a scheduled hour once, unless the hour is long past. */
export async function runScheduledAvailability(
  { db, clock, log }: Pick<Context, "db" | "clock" | "log">,
  scheduledAt: Date,
): Promise<void> {
  if (isTooLate(scheduledAt, clock.now())) return void log.warn("the online-status job came too late");
  const counts = await runAvailability({ db, clock }, { slot: slotOf(scheduledAt), actorId: null });
  if (counts) log.info(counts, "members are available");
}

const ScheduledRun = z.object({ _cron: z.object({ ts: z.iso.datetime({ offset: true }) }) });

export const jobs = [
  job("run-availability", "Atualização de status online", {
    payload: { schema: ScheduledRun, holds: { _cron: "internal" }, category: "none" },
    cron: "0 12,16,21 * * *",
    run: (context, { _cron }) => runScheduledAvailability(context, new Date(_cron.ts)),
  }),
];
