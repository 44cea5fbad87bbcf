import { addAuditEntry } from "../../base/audit/queries.ts";
import type { Context } from "../../platform/context.ts";
import { addJob, LAST } from "../../platform/database/jobs.ts";
import { uuidv7 } from "../../platform/ids.ts";
import {
  addRun,
  countEligible,
  drawAvailable,
  endRunning,
  hasRunByHandSince,
  hasRunOf,
  lockRuns,
} from "./availability-queries.ts";
import { availabilityEnds, byHandSince, drawSizes, eligibleSince, invitedSince } from "./availability-rules.ts";

/** The starter of a run: the schedule, with the hour (`slot`) that may have only one run, or a person of the staff. */
type Starter = { slot: string; actorId: null } | { slot: null; actorId: string };

/**
 * Makes members available and returns the counts; undefined when the hour has had its run, or staff have just started
 * one.
 */
export function runAvailability({ db, clock }: Pick<Context, "db" | "clock">, { slot, actorId }: Starter) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    await lockRuns(trx);
    const isTooSoon = slot === null ? hasRunByHandSince(trx, byHandSince(now)) : hasRunOf(trx, slot);
    if (await isTooSoon) return undefined;
    const id = uuidv7(now);
    const since = eligibleSince(now);
    const eligible = await countEligible(trx, since);
    await endRunning(trx, now, invitedSince(now));
    const sizes = drawSizes(eligible, Math.random());
    const ends = availabilityEnds(now);
    const drawnMembers = await drawAvailable(trx, {
      runId: id,
      now,
      since,
      sizes,
      ends,
      invitedSince: invitedSince(now),
    });
    const counts = { eligible, longCount: drawnMembers.long, shortCount: drawnMembers.short };
    await addRun(trx, { id, slot, actorId, startedAt: now, ...counts });
    const details = { run: id, ...counts, ...(slot !== null && { slot }) };
    await addAuditEntry(trx, { at: now, actorId, action: "availability.started", subjectId: null, details });
    await addJob(trx, "invite-available", { id }, LAST);
    return counts;
  });
}
