import { ONLINE_WINDOW_MS, PRESENCE_ORDER } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";
import { type RawBuilder, sql } from "kysely";
import type { PresenceMoments, PresenceWindow } from "./rules.ts";

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

/** SQL: the member of a row of `presence` is online. */
export const isOnline = (now: Date) => sql<boolean>`
  (presence.left_at is null and presence.last_active_at >= ${new Date(now.getTime() - ONLINE_WINDOW_MS)})`;

/**
 * SQL of the rule `coarsePresenceOf` for a row of `presence`: whether the member is online, or for `recent` at least
 * was active today. False for a member who hides their presence.
 */
export function isCoarselyPresent({
  wanted: wantedPresence,
  mark,
  onlineSince,
  daySince,
  firstStep,
}: PresenceWindow): RawBuilder<boolean> {
  const asOfMark = (currentColumn: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
    sql`case when presence.changed_at < ${mark} then ${currentColumn} else ${before} end`;
  const activeAt = asOfMark(sql`presence.last_active_at`, sql`presence.before_active_at`);
  const leftAt = asOfMark(sql`presence.left_at`, sql`presence.before_left_at`);
  const isOnline = sql`(${activeAt} >= ${onlineSince} and ${leftAt} is null)`;
  const isPresent = wantedPresence === "online" ? isOnline : sql`(${isOnline} or ${activeAt} >= ${daySince})`;
  // The condition on the step follows from the others; it is there because an index covers it.
  return sql<boolean>`(not presence.is_hidden and presence.active_step >= ${firstStep} and ${isPresent})`;
}

/** The position in PRESENCE_ORDER of members who show no presence. */
export const OFFLINE_RANK = PRESENCE_ORDER.indexOf("offline");

/**
 * SQL of the rule `presenceFor` for rows of `presence` and `availability`, as the position in PRESENCE_ORDER.
 * `hasWritten` is only evaluated for members who were active lately or are available.
 */
export function presenceRank(
  hasWritten: RawBuilder<boolean>,
  { at, online, day, coarseAt, coarseOnline, coarseDay, earliest }: PresenceMoments<RawBuilder<Date>>,
): RawBuilder<number> {
  const asOfMark = (current: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
    sql`case when presence.changed_at >= ${coarseAt} then ${before} else ${current} end`;
  const rankNow = rankOf({ at, online, day }, sql`presence.last_active_at`, sql`presence.left_at`);
  const rankAtMark = rankOf(
    { at: coarseAt, online: coarseOnline, day: coarseDay },
    asOfMark(sql`presence.last_active_at`, sql`presence.before_active_at`),
    asOfMark(sql`presence.left_at`, sql`presence.before_left_at`),
  );
  return sql<number>`case
    when presence.is_hidden then ${sql.lit(OFFLINE_RANK)}
    when coalesce(greatest(presence.last_active_at, presence.before_active_at) < ${earliest}, true)
      and coalesce(availability.ends_at <= ${coarseAt}, true) then ${sql.lit(OFFLINE_RANK)}
    when ${hasWritten} then ${rankNow}
    else ${rankAtMark}
  end`;
}

/**
 * SQL: the members among `ids` who may show a presence, with its position for viewers to whom they have written
 * (`exact_rank`) and for everybody else (`coarse_rank`). `ids` is an array, so that PostgreSQL walks each index once
 * for all of them.
 */
export function selectPresent(ids: RawBuilder<unknown>, moments: PresenceMoments<RawBuilder<Date>>) {
  const ranks = sql`${presenceRank(sql`true`, moments)} as exact_rank, ${presenceRank(sql`false`, moments)} as coarse_rank`;
  const isRecent = sql`greatest(presence.last_active_at, presence.before_active_at) >= ${moments.earliest}`;
  return sql`
    select presence.member_id, ${ranks}
    from presence left join availability on availability.member_id = presence.member_id
    where presence.member_id = any(${ids}) and ${isRecent}
    union all
    select availability.member_id, ${ranks}
    from availability left join presence on presence.member_id = availability.member_id
    where availability.member_id = any(${ids}) and ends_at > ${moments.coarseAt} and (${isRecent}) is not true`;
}

/**
 * SQL: the position of a row of `selectPresent` for a viewer. `hasWritten` is only evaluated if the two ranks differ.
 */
export function rankOfPresent(hasWritten: RawBuilder<boolean>): RawBuilder<number> {
  return sql<number>`case when exact_rank <> coarse_rank and (select ${hasWritten} offset 0) then exact_rank else coarse_rank end`;
}

type Start = Pick<PresenceMoments<RawBuilder<Date>>, "at" | "online" | "day">;

function rankOf({ at, online, day }: Start, activeAt: RawBuilder<unknown>, leftAt: RawBuilder<unknown>) {
  const tests: Record<Exclude<Presence, "offline">, RawBuilder<unknown>> = {
    online: sql`${activeAt} >= ${online} and ${leftAt} is null`,
    available: sql`availability.starts_at <= ${at} and availability.ends_at > ${at}`,
    recent: sql`${activeAt} >= ${day}`,
  };
  const cases = PRESENCE_ORDER.flatMap((presence, rank) =>
    presence === "offline" ? [] : [sql`when ${tests[presence]} then ${sql.lit(rank)}`],
  );
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(OFFLINE_RANK)} end`;
}
