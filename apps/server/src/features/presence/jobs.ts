import type { Context } from "../../platform/context.ts";
import { addDepartures, removeDepartures } from "./queries.ts";

/** Records that a member's first connection opened: they have not left. It does not count as a ping. */
export async function recordArrival({ db, clock, batchers }: Context, memberId: string): Promise<void> {
  await batchers.join("presence-arrival", memberId, async (memberIds: string[]) => {
    await removeDepartures(db, memberIds, clock.now());
    return memberIds;
  });
}

/** Records that members did not come back after their last connection closed. */
export async function recordDepartures(
  { db, clock }: Context,
  departures: { memberId: string; closedAt: Date }[],
): Promise<void> {
  if (departures.length > 0) await addDepartures(db, departures, clock.now());
}
