import { startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { ONLINE_WINDOW_MS, PRESENCE_COARSE_MS } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";

type Activity = { lastActiveAt: Date | null; leftAt: Date | null };

/**
 * The time in which a run of the online-status job shows a member as available; null when no run has drawn the member.
 */
type Availability = { availableFrom: Date | null; availableUntil: Date | null };

/** The stored presence of a member; all null when there is no row yet, as a left join returns it. */
export type PresenceFacts = Activity &
  Availability & {
    isHidden: boolean | null;
    /** When the activity last changed; the `before…` fields are the activity at the beginning of that half minute. */
    changedAt: Date | null;
    beforeActiveAt: Date | null;
    beforeLeftAt: Date | null;
  };

export function startOfHalfMinute(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / PRESENCE_COARSE_MS) * PRESENCE_COARSE_MS);
}

/** The exact state that others see, never a time. A member who hides their presence looks offline. */
export function presenceOf(
  { lastActiveAt, leftAt, isHidden, ...availability }: Activity & Availability & { isHidden: boolean | null },
  now: Date,
): Presence {
  if (isHidden) return "offline";
  const isFresh = lastActiveAt !== null && now.getTime() - lastActiveAt.getTime() <= ONLINE_WINDOW_MS;
  if (isFresh && !leftAt) return "online";
  if (isAvailable(availability, now)) return "available";
  return lastActiveAt !== null && lastActiveAt >= startOfDayInBrazil(now) ? "recent" : "offline";
}

function isAvailable({ availableFrom, availableUntil }: Availability, now: Date): boolean {
  return availableFrom !== null && availableUntil !== null && availableFrom <= now && now < availableUntil;
}

/**
 * The state at the beginning of this half minute. Every answer within the half minute is the same, so asking more
 * often, or from many accounts, reveals nothing finer.
 */
export function coarsePresenceOf(facts: PresenceFacts, now: Date): Presence {
  const mark = startOfHalfMinute(now);
  const hasChangedSince = facts.changedAt !== null && facts.changedAt >= mark;
  const then = hasChangedSince ? { lastActiveAt: facts.beforeActiveAt, leftAt: facts.beforeLeftAt } : facts;
  return presenceOf({ ...facts, lastActiveAt: then.lastActiveAt, leftAt: then.leftAt }, mark);
}

/**
 * Returns the presence for a viewer: the exact state of members who have written to them, the coarse state of all
 * others.
 */
export function presenceFor(facts: PresenceFacts & { hasWritten: boolean }, now: Date): Presence {
  return facts.hasWritten ? presenceOf(facts, now) : coarsePresenceOf(facts, now);
}

/**
 * The cut-offs of presence at the moment `at`: members who were active since `online` and have not left are online;
 * those who were active since `day` were online that day.
 */
type PresenceStart = { at: Date; online: Date; day: Date };

function presenceStart(at: Date): PresenceStart {
  return { at, online: new Date(at.getTime() - ONLINE_WINDOW_MS), day: startOfDayInBrazil(at) };
}

/**
 * The moments that decide which presence a viewer sees: those of now and, as `coarse…`, those of the beginning of the
 * half minute. A member who was last active before `earliest` is neither online nor was online that day.
 */
export type PresenceMoments<T = Date> = Record<
  "at" | "online" | "day" | "coarseAt" | "coarseOnline" | "coarseDay" | "earliest",
  T
>;

export function presenceMoments(now: Date): PresenceMoments {
  const coarse = presenceStart(startOfHalfMinute(now));
  const earliest = new Date(Math.min(coarse.day.getTime(), coarse.online.getTime()));
  return { ...presenceStart(now), coarseAt: coarse.at, coarseOnline: coarse.online, coarseDay: coarse.day, earliest };
}

/** Filter: members shown as online, or for `recent` as online today at least. */
export type PresenceWindow = {
  wanted: "online" | "recent";
  /** The beginning of the half minute whose presence counts. */
  mark: Date;
  /** Members who were active since this moment and have not left are online. */
  onlineSince: Date;
  /** Members who were active since this moment were online today. */
  daySince: Date;
  /** All members of the window have an `active_step` of at least this one. */
  firstStep: Date;
};

/** The width of a step of the generated column `presence.active_step`. */
export const ACTIVE_STEP_MS = 5 * 60_000;

export function presenceWindow(presence: "online" | "recent", now: Date): PresenceWindow {
  const mark = startOfHalfMinute(now);
  const onlineSince = new Date(mark.getTime() - ONLINE_WINDOW_MS);
  const daySince = startOfDayInBrazil(mark);
  const since = presence === "online" ? onlineSince.getTime() : Math.min(onlineSince.getTime(), daySince.getTime());
  const firstStep = new Date(Math.floor(since / ACTIVE_STEP_MS) * ACTIVE_STEP_MS);
  return { wanted: presence, mark, onlineSince, daySince, firstStep };
}
