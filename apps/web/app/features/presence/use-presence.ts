import { PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, isApiError } from "~/platform/api.ts";
import { changeMemberInCaches } from "~/platform/member-cache.ts";
import { useMember } from "~/platform/session.ts";
import { endPing, listOnScreen, maySendPing, NO_PING, type PingReason, startPing } from "./rules.ts";

// The state is kept outside of React, because leaving the members' screens and coming back must not shorten the gap
// between pings.
let pings = { memberId: "", state: NO_PING };

const readSurroundings = () => ({
  isOnline: navigator.onLine,
  isVisible: document.visibilityState === "visible",
  now: Date.now(),
});

async function sendPing(memberId: string, reason: PingReason): Promise<void> {
  if (pings.memberId !== memberId) pings = { memberId, state: NO_PING };
  const around = readSurroundings();
  if (!maySendPing(pings.state, reason, around)) return;
  pings.state = startPing(pings.state, reason, around.now);
  const outcome = await api.presence.ping().then(() => "answered" as const, readFailure);
  // Another member may have signed in meanwhile.
  if (pings.memberId === memberId) pings.state = endPing(pings.state, outcome);
}

function readFailure(error: unknown): "expired" | "failed" {
  return isApiError(error, "AUTH_SESSION_EXPIRED", "AUTH_NO_SESSION") ? "expired" : "failed";
}

/** While mounted, sends pings: on load, when the page becomes visible, when the network is back, and every minute. */
export function usePresencePing(): void {
  const { id, isAdmin } = useMember();
  useEffect(() => {
    if (isAdmin) return;
    const wake = () => void sendPing(id, "wake");
    wake();
    const interval = setInterval(() => void sendPing(id, "interval"), PRESENCE_EVERY_MS);
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
    return () => {
      clearInterval(interval);
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("online", wake);
    };
  }, [id, isAdmin]);
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

/** While mounted, loads the presence of the members on the screen every minute. */
export function usePresenceWatch(): void {
  const client = useQueryClient();
  useEffect(() => {
    async function refresh() {
      const { isOnline, isVisible } = readSurroundings();
      const ids = isOnline && isVisible ? findOnScreen() : [];
      if (ids.length === 0) return;
      // Without an answer the known presence stays until the next request.
      const answer = await api.presence.list({ query: { ids } }).catch(() => ({ presences: [] }));
      for (const { id, presence } of answer.presences) changeMemberInCaches(client, id, { presence });
    }
    const timer = setInterval(() => void refresh(), PRESENCE_EVERY_MS);
    return () => clearInterval(timer);
  }, [client]);
}
