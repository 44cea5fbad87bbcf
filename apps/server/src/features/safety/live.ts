import type { LiveBus } from "../../platform/live-bus.ts";

/** What somebody's bell counts now. */
export type Bell = { memberId: string; unread: number };

/**
 * Tells members that somebody came or went out of their sight, and what their bell counts without or with them. It names
 * nobody: who was blocked learns no more than their screens would show. Only after the commit.
 */
export function tellOfPeople(live: LiveBus, bells: Bell[]): void {
  for (const { memberId, unread } of bells) {
    live.tell(memberId, "changed", { what: "people" });
    live.tell(memberId, "notifications", { unread });
  }
}
