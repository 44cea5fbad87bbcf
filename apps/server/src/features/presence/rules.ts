import { startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { ONLINE_WINDOW_MS, PRESENCE_COARSE_MS } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";

type Activity = { lastActiveAt: Date | null; leftAt: Date | null };

/** The time in which a run of the online-status job shows a member as available; null without one. */
type Availability = { availableFrom: Date | null; availableUntil: Date | null };

/** The stored presence of a member; all null when there is no row yet, as a left join returns it. */
export type PresenceFacts = Activity &
  Availability & {
    isHidden: boolean | null;
    /** When the activity changed for the last time, and what it was at the beginning of that half minute. */
    changedAt: Date | null;
    beforeActiveAt: Date | null;
    beforeLeftAt: Date | null;
  };

export function startOfHalfMinute(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / PRESENCE_COARSE_MS) * PRESENCE_COARSE_MS);
}

/** The state that others see, never a time. A member who hides their presence looks offline. */
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
 * The state as it stood at the beginning of this half minute. Every answer within the half minute is the same, so asking
 * more often, or from many accounts, reveals nothing finer.
 */
export function coarsePresenceOf(facts: PresenceFacts, now: Date): Presence {
  const mark = startOfHalfMinute(now);
  const hasChangedSince = facts.changedAt !== null && facts.changedAt >= mark;
  const then = hasChangedSince ? { lastActiveAt: facts.beforeActiveAt, leftAt: facts.beforeLeftAt } : facts;
  return presenceOf({ ...facts, lastActiveAt: then.lastActiveAt, leftAt: then.leftAt }, mark);
}

/** What a viewer sees: the present state of somebody who has written to them, the coarse one of everybody else. */
export function presenceFor(facts: PresenceFacts & { hasWritten: boolean }, now: Date): Presence {
  return facts.hasWritten ? presenceOf(facts, now) : coarsePresenceOf(facts, now);
}

/** Who was active since `online` and is not gone is online at a moment, and who was active since `day` was online that day. */
type PresenceStart = { at: Date; online: Date; day: Date };

function presenceStart(at: Date): PresenceStart {
  return { at, online: new Date(at.getTime() - ONLINE_WINDOW_MS), day: startOfDayInBrazil(at) };
}

/**
 * The moments that decide which presence a viewer sees: those of now, and those of the beginning of the half minute. Whoever
 * was active before `earliest` only is neither online nor was online that day.
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

/** Whom the coarse presence shows as online, or as online today at least (`recent`), at a moment. */
export type PresenceWindow = {
  wanted: "online" | "recent";
  /** The half minute as of which everybody is looked at. */
  mark: Date;
  /** Who was active since then and is not gone is online. */
  onlineSince: Date;
  /** Who was active since then was online today. */
  daySince: Date;
  /** Nobody else was active after the beginning of this step of `presence.active_step`. */
  firstStep: Date;
};

// The width of the steps, as the generated column has it.
const STEP_MS = 5 * 60_000;

export function presenceWindow(presence: "online" | "recent", now: Date): PresenceWindow {
  const mark = startOfHalfMinute(now);
  const onlineSince = new Date(mark.getTime() - ONLINE_WINDOW_MS);
  const daySince = startOfDayInBrazil(mark);
  const since = presence === "online" ? onlineSince.getTime() : Math.min(onlineSince.getTime(), daySince.getTime());
  return { wanted: presence, mark, onlineSince, daySince, firstStep: new Date(Math.floor(since / STEP_MS) * STEP_MS) };
}
