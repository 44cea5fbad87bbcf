import type { Context } from "../../platform/context.ts";
import type { LiveHandler } from "../../platform/live/event-dispatch.ts";
import type { LiveBus } from "../../platform/live/live-bus.ts";
import type { Change } from "./rules/views.ts";

export type ChangeEvent = { memberId: string; change: Change };

/** Sends members, on all their devices, what changed in their messages. Call it only after the commit. */
export function publishChanges(live: LiveBus, events: ChangeEvent[]): void {
  for (const { memberId, change } of events) live.publish(memberId, "change", change);
}

/** Forwards to the other one of a pair that a member is writing, or stopped. Nothing is stored. */
export const publishTyping: LiveHandler<"typing", Context> = async ({ me, payload, live }) => {
  live.publish(payload.withId, "typing", { withId: me.id, isTyping: payload.isTyping });
  return undefined;
};
