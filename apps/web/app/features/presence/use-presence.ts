import { PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, isApiError } from "~/platform/api.ts";
import { changeMemberInCaches } from "~/platform/member-cache.ts";
import { useMember } from "~/platform/session.ts";
import { endPulse, FIRST_PULSE, judgePulse, listOnScreen, type PulseReason, startPulse } from "./rules.ts";

// Outside React: leaving the screens of members and coming back must not shorten the gap.
let pulses = { memberId: "", state: FIRST_PULSE };

const surroundings = () => ({
  isOnline: navigator.onLine,
  isVisible: document.visibilityState === "visible",
  now: Date.now(),
});

async function sendPulse(memberId: string, reason: PulseReason): Promise<void> {
  if (pulses.memberId !== memberId) pulses = { memberId, state: FIRST_PULSE };
  const around = surroundings();
  if (!judgePulse(pulses.state, reason, around)) return;
  pulses.state = startPulse(pulses.state, reason, around.now);
  const outcome = await api.presence.pulse().then(() => "heard" as const, readFailure);
  // Somebody else may have signed in meanwhile.
  if (pulses.memberId === memberId) pulses.state = endPulse(pulses.state, outcome);
}

function readFailure(error: unknown): "expired" | "failed" {
  return isApiError(error, "AUTH_SESSION_EXPIRED", "AUTH_NO_SESSION") ? "expired" : "failed";
}

/** While mounted, the member is present: a sign of life on load, when seen again, when the network is back, every minute. */
export function usePresencePulse(): void {
  const { id, isAdmin } = useMember();
  useEffect(() => {
    if (isAdmin) return;
    const wake = () => void sendPulse(id, "wake");
    wake();
    const beat = setInterval(() => void sendPulse(id, "beat"), PRESENCE_EVERY_MS);
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
    return () => {
      clearInterval(beat);
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("online", wake);
    };
  }, [id, isAdmin]);
}

/** The members whose mark (`data-member-id`) is on the screen right now. */
function findOnScreen(): string[] {
  const marks = [...document.querySelectorAll<HTMLElement>("[data-member-id]")];
  const boxes = marks.map((mark) => {
    const { top, bottom } = mark.getBoundingClientRect();
    return { id: mark.dataset.memberId ?? "", top, bottom };
  });
  return listOnScreen(boxes, innerHeight);
}

/** While mounted, the presence of whoever is on the screen is asked for again every minute. */
export function usePresenceWatch(): void {
  const client = useQueryClient();
  useEffect(() => {
    async function look() {
      const { isOnline, isVisible } = surroundings();
      const ids = isOnline && isVisible ? findOnScreen() : [];
      if (ids.length === 0) return;
      // What is known stays when nobody answers; the next look mends it.
      const answer = await api.presence.list({ query: { ids } }).catch(() => ({ presences: [] }));
      for (const { id, presence } of answer.presences) changeMemberInCaches(client, id, { presence });
    }
    const timer = setInterval(() => void look(), PRESENCE_EVERY_MS);
    return () => clearInterval(timer);
  }, [client]);
}
