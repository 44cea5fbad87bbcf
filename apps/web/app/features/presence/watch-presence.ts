import { secondsToNextDay, startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { ONLINE_WINDOW_MS, PRESENCE_ASK_MAX, PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { changeMember, changeMembers } from "~/platform/member-cache.ts";
import { clockLead } from "~/platform/server-clock.ts";
import { serverNow } from "~/platform/use-moment.ts";

type Box = { id: string; top: number; bottom: number };

/** The members whose cards are visible on a screen of this height, up to the limit of one request. */
export function listOnScreen(boxes: readonly Box[], screenHeight: number): string[] {
  const seenIds = boxes.filter(({ top, bottom }) => bottom > 0 && top < screenHeight).map(({ id }) => id);
  return [...new Set(seenIds)].slice(0, PRESENCE_ASK_MAX);
}

/**
 * The presence at `now` of a member read at `readAt` (both in ms), without further events. As on the server, online
 * ends five minutes after the last activity, and "today" ends with the day of São Paulo.
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
 * Updates the presence of shown members, until the returned function is called. Reads it every minute and when the page
 * becomes visible. Applies changes due to time alone to all cached data without a request, and at midnight immediately.
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

/** The members whose element (`data-member-id`) is visible now. */
function findOnScreen(): string[] {
  const elements = [...document.querySelectorAll<HTMLElement>("[data-member-id]")];
  const boxes = elements.map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { id: element.dataset.memberId ?? "", top, bottom };
  });
  return listOnScreen(boxes, innerHeight);
}
