import { ONLINE_WINDOW_MS } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence";
import { dayInBrazil } from "../../platform/calendar-rules.ts";

/** What is known of a member's presence; all null when there is no row yet, as a left join gives it. */
export type PresenceFacts = { lastActiveAt: Date | null; leftAt: Date | null; isHidden: boolean | null };

/** The state that others see, never a time. Who hides their presence looks like somebody who is away. */
export function presenceOf({ lastActiveAt, leftAt, isHidden }: PresenceFacts, now: Date): Presence {
  if (isHidden || !lastActiveAt) return "offline";
  const isFresh = now.getTime() - lastActiveAt.getTime() <= ONLINE_WINDOW_MS;
  if (isFresh && !leftAt) return "online";
  return dayInBrazil(lastActiveAt) === dayInBrazil(now) ? "recent" : "offline";
}
