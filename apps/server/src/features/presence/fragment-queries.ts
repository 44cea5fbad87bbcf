import { type RawBuilder, sql } from "kysely";
import type { PresenceWindow } from "./rules.ts";

/** The columns of a member's stored presence and availability, each null without its row. */
export const PRESENCE_COLUMNS = [
  "presence.lastActiveAt",
  "presence.leftAt",
  "presence.isHidden",
  "presence.changedAt",
  "presence.beforeActiveAt",
  "presence.beforeLeftAt",
  "availability.startsAt as availableFrom",
  "availability.endsAt as availableUntil",
] as const;

/**
 * SQL of the rule `coarsePresenceOf` over a row of `presence`: online, or active today at least (`recent`). Never a member
 * who hides their presence.
 */
export function isCoarselyPresent({
  wanted,
  mark,
  onlineSince,
  daySince,
  firstStep,
}: PresenceWindow): RawBuilder<boolean> {
  const asOfMark = (present: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
    sql`case when presence.changed_at < ${mark} then ${present} else ${before} end`;
  const activeAt = asOfMark(sql`presence.last_active_at`, sql`presence.before_active_at`);
  const leftAt = asOfMark(sql`presence.left_at`, sql`presence.before_left_at`);
  const isOnline = sql`(${activeAt} >= ${onlineSince} and ${leftAt} is null)`;
  const isPresent = wanted === "online" ? isOnline : sql`(${isOnline} or ${activeAt} >= ${daySince})`;
  // The step follows from the rest, and is what an index answers.
  return sql<boolean>`(not presence.is_hidden and presence.active_step >= ${firstStep} and ${isPresent})`;
}
