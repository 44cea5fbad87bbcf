import { secondsToNextDay } from "@caramelo/contract/formats/calendar";
import { PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { changeMember, changeMembers } from "~/platform/member-cache.ts";
import { clockLead } from "~/platform/server-clock.ts";
import { serverNow } from "~/platform/use-moment.ts";
import { listOnScreen, presenceAfter } from "./watch-rules.ts";

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
