import type { Context } from "../../platform/context.ts";
import { addDepartures, removeDepartures } from "./queries.ts";

/** A member's first connection opened: whoever is connected has not left. Not by itself a sign of life. */
export async function noteArrival({ db, groups }: Context, memberId: string): Promise<void> {
  await groups.join("presence-arrival", memberId, async (memberIds: string[]) => {
    await removeDepartures(db, memberIds);
    return memberIds;
  });
}

/** Members stayed away after their last connection closed. */
export async function noteDepartures(
  { db, clock }: Context,
  departures: { memberId: string; closedAt: Date }[],
): Promise<void> {
  if (departures.length > 0) await addDepartures(db, departures, clock.now());
}
