import { startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { ONLINE_WINDOW_MS, PRESENCE_ASK_MAX } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";

type Box = { id: string; top: number; bottom: number };

/** The members whose cards are on a screen of this height, at most as many as one request may name. */
export function listOnScreen(boxes: readonly Box[], screenHeight: number): string[] {
  const seen = boxes.filter(({ top, bottom }) => bottom > 0 && top < screenHeight).map(({ id }) => id);
  return [...new Set(seen)].slice(0, PRESENCE_ASK_MAX);
}

/**
 * What a presence that was read at `readAt` still says at `now`, both in milliseconds, if nothing was heard since. The
 * clock alone ends it, as on the server: nobody is online five minutes after their last activity, and nobody was online
 * today who was last active on an earlier day of São Paulo.
 */
export function presenceAfter(presence: Presence, readAt: number, now: number): Presence {
  if (presence === "offline") return presence;
  const isFresh = now - readAt <= ONLINE_WINDOW_MS;
  if (presence !== "recent" && isFresh) return presence;
  // An available member may not have been active today.
  if (presence === "available") return "offline";
  return readAt >= startOfDayInBrazil(new Date(now)).getTime() ? "recent" : "offline";
}
