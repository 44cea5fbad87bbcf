import type { LiveBus } from "../../platform/live/live-bus.ts";

/** Publishes to a member that the team has written to them. Call it only after the commit. */
export function publishBell(live: LiveBus, memberId: string, unread: number): void {
  live.publish(memberId, "notifications", { unread });
}
