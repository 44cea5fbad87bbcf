import type { Context } from "../../platform/context.ts";
import type { LiveHandler } from "../../platform/live/events.ts";
import type { LiveBus } from "../../platform/live-bus.ts";
import type { Change } from "./rules/views.ts";

/** A change of one member's messages. */
export type News = { memberId: string; change: Change };

/** Tells members, on all their devices, what changed in their messages. Only after the commit. */
export function announce(live: LiveBus, news: News[]): void {
  for (const { memberId, change } of news) live.tell(memberId, "change", change);
}

/** Tells the other one of a pair that somebody writes to them, or stopped. Never stored. */
export const tellTyping: LiveHandler<"typing", Context> = async ({ me, payload, live }) =>
  live.tell(payload.withId, "typing", { withId: me.id, isTyping: payload.isTyping });
