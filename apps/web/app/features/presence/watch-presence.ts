import { secondsToNextDay, startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { ONLINE_WINDOW_MS, PRESENCE_ASK_MAX, PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { changeMember, changeMembers } from "~/platform/member-cache.ts";
import { clockLead } from "~/platform/server-clock.ts";
import { serverNow } from "~/platform/use-moment.ts";

type Box = { id: string; top: number; bottom: number };

/** The members whose cards are on a screen of this height, at most as many as one request may name. */
export function listOnScreen(boxes: readonly Box[], screenHeight: number): string[] {
  const seenIds = boxes.filter(({ top, bottom }) => bottom > 0 && top < screenHeight).map(({ id }) => id);
  return [...new Set(seenIds)].slice(0, PRESENCE_ASK_MAX);
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

/**
 * Keeps the presence of the members that are shown up to date, until the returned function is called. It is read every
 * minute and when the page becomes visible; what the clock alone changes is changed in all cached data without asking,
 * and at the turn of the day at once.
 */
export function watchPresence(client: QueryClient): () => void {
  let dayEnd: ReturnType<typeof setTimeout> | undefined;
  function passTime() {
    const now = serverNow();
    const lead = clockLead.get();
    changeMembers(client, ({ presence }, readAt) => ({ presence: presenceAfter(presence, readAt + lead, now) }));
    clearTimeout(dayEnd);
    dayEnd = setTimeout(passTime, secondsToNextDay(new Date(now)) * 1_000);
  }
  async function look() {
    passTime();
    if (!navigator.onLine || document.visibilityState !== "visible") return;
    const ids = findOnScreen();
    if (ids.length === 0) return;
    // Without an answer the known presence stays until the next request.
    const answer = await api.presence.list({ query: { ids } }).catch(() => ({ presences: [] }));
    for (const { id, presence } of answer.presences) changeMember(client, id, { presence });
  }
  passTime();
  const stop = new AbortController();
  const timer = setInterval(() => void look(), PRESENCE_EVERY_MS);
  document.addEventListener("visibilitychange", () => void look(), { signal: stop.signal });
  return () => {
    stop.abort();
    clearInterval(timer);
    clearTimeout(dayEnd);
  };
}

/** The members whose element (`data-member-id`) is on the screen right now. */
function findOnScreen(): string[] {
  const elements = [...document.querySelectorAll<HTMLElement>("[data-member-id]")];
  const boxes = elements.map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { id: element.dataset.memberId ?? "", top, bottom };
  });
  return listOnScreen(boxes, innerHeight);
}
