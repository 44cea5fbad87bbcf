import { PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, isApiError } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { useMember } from "~/platform/session.ts";
import { useIsInUse } from "~/ui/states/lazy-part.tsx";
import { endPing, maySendPing, NO_PING, type PingReason, startPing } from "./rules.ts";

// Held outside React, because leaving and reopening the members' screens must not shorten the gap between pings.
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

/** While mounted, sends pings: on load, when the page becomes visible, when the network returns, and every minute. */
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

/**
 * While mounted, updates the presence of visible members. Not needed in the first minute, so the code is loaded later.
 */
export function usePresenceWatch(): void {
  const client = useQueryClient();
  const isInUse = useIsInUse();
  useEffect(() => {
    if (!isInUse) return;
    let stop: (() => void) | undefined;
    let hasLeft = false;
    import("./watch-presence.ts").then(
      ({ watchPresence }) => {
        if (!hasLeft) stop = watchPresence(client);
      },
      (error: unknown) => logFailure("loading the code of presence", error),
    );
    return () => {
      hasLeft = true;
      stop?.();
    };
  }, [client, isInUse]);
}
