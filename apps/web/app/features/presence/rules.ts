import { PRESENCE_FAILURES, PRESENCE_MIN_GAP_MS } from "@caramelo/contract/limits";

/** The state of the presence pings in this browser. Times are in milliseconds of the browser's clock. */
export type PingState = {
  /** When the last ping was sent, whatever its outcome; null before the first. */
  lastAt: number | null;
  /** How many pings failed in a row. */
  failures: number;
};

export const NO_PING: PingState = { lastAt: null, failures: 0 };

/** `interval`: another minute has passed. `wake`: the page was opened or became visible, or the network is back. */
export type PingReason = "interval" | "wake";

type Surroundings = { isOnline: boolean; isVisible: boolean; now: number };

/** Whether a ping is sent now. After three failures in a row only a wake-up starts the pings again. */
export function maySendPing(state: PingState, reason: PingReason, { isOnline, isVisible, now }: Surroundings) {
  if (!isOnline || !isVisible) return false;
  if (reason === "interval" && state.failures >= PRESENCE_FAILURES) return false;
  return state.lastAt === null || now - state.lastAt >= PRESENCE_MIN_GAP_MS;
}

/** The state while a ping is on its way: after a wake-up the earlier failures no longer count. */
export function startPing({ failures }: PingState, reason: PingReason, now: number): PingState {
  return { lastAt: now, failures: reason === "wake" ? 0 : failures };
}

/** The state after a ping. An expired session says nothing about the network, so it does not count as a failure. */
export function endPing(state: PingState, outcome: "answered" | "failed" | "expired"): PingState {
  if (outcome === "answered") return { ...state, failures: 0 };
  return outcome === "failed" ? { ...state, failures: state.failures + 1 } : state;
}
