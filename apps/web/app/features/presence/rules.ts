import { PRESENCE_ASK_MAX, PRESENCE_FAILURES, PRESENCE_MIN_GAP_MS } from "@caramelo/contract/limits";

/** What the browser remembers of its signs of life. Times in milliseconds of its own clock. */
export type PulseState = {
  /** When the last one left, whatever became of it; null before the first. */
  lastAt: number | null;
  /** How many failed in a row. */
  failures: number;
};

export const FIRST_PULSE: PulseState = { lastAt: null, failures: 0 };

/** `beat`: another minute has passed. `wake`: the page was opened or seen again, or the network is back. */
export type PulseReason = "beat" | "wake";

type Surroundings = { isOnline: boolean; isVisible: boolean; now: number };

/** Whether a sign of life leaves now (M7). After three failures in a row only a wake-up starts them again. */
export function judgePulse(state: PulseState, reason: PulseReason, { isOnline, isVisible, now }: Surroundings) {
  if (!isOnline || !isVisible) return false;
  if (reason === "beat" && state.failures >= PRESENCE_FAILURES) return false;
  return state.lastAt === null || now - state.lastAt >= PRESENCE_MIN_GAP_MS;
}

/** The state while one is under way: after a wake-up the failures of before no longer count. */
export function startPulse({ failures }: PulseState, reason: PulseReason, now: number): PulseState {
  return { lastAt: now, failures: reason === "wake" ? 0 : failures };
}

/** The state after its answer. An expired session is not the network's fault: it is ignored. */
export function endPulse(state: PulseState, outcome: "heard" | "failed" | "expired"): PulseState {
  if (outcome === "heard") return { ...state, failures: 0 };
  return outcome === "failed" ? { ...state, failures: state.failures + 1 } : state;
}

type Box = { id: string; top: number; bottom: number };

/** Whose cards are on a screen of this height, at most as many as one question may name. */
export function listOnScreen(boxes: readonly Box[], screenHeight: number): string[] {
  const seen = boxes.filter(({ top, bottom }) => bottom > 0 && top < screenHeight).map(({ id }) => id);
  return [...new Set(seen)].slice(0, PRESENCE_ASK_MAX);
}
