import { PRESENCE_FAILURES, PRESENCE_MIN_GAP_MS } from "@caramelo/contract/limits";

/** The state of the presence pings in this browser. Times are in ms of the browser's clock. */
export type PingState = {
  /** When the last ping was sent, with any outcome; null before the first. */
  lastAt: number | null;
  /** The number of failures in a row. */
  failures: number;
};

export const NO_PING: PingState = { lastAt: null, failures: 0 };

/** `interval`: another minute has passed. `wake`: the page was opened or became visible, or the network is back. */
export type PingReason = "interval" | "wake";

type Surroundings = { isOnline: boolean; isVisible: boolean; now: number };

/** Whether to send a ping now. After three failures in a row only a wake-up restarts the pings. */
export function maySendPing(state: PingState, reason: PingReason, { isOnline, isVisible, now }: Surroundings) {
  if (!isOnline || !isVisible) return false;
  if (reason === "interval" && state.failures >= PRESENCE_FAILURES) return false;
  return state.lastAt === null || now - state.lastAt >= PRESENCE_MIN_GAP_MS;
}

/** The state during a ping. A wake-up resets the failures. */
export function startPing({ failures }: PingState, reason: PingReason, now: number): PingState {
  return { lastAt: now, failures: reason === "wake" ? 0 : failures };
}

/** The state after a ping. An expired session says nothing about the network, so it is not a failure. */
export function endPing(state: PingState, outcome: "answered" | "failed" | "expired"): PingState {
  if (outcome === "answered") return { ...state, failures: 0 };
  return outcome === "failed" ? { ...state, failures: state.failures + 1 } : state;
}
