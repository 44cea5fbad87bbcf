import type { LiveBus } from "../../platform/live/live-bus.ts";

/**
 * Publishes to a member what their bell counts, after their own block or its removal hid or showed notifications. Call
 * it only after the commit, and never for the other one of the two.
 */
export function publishBell(live: LiveBus, memberId: string, unread: number): void {
  live.publish(memberId, "notifications", { unread });
}
