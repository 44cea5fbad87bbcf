import { PRESENCE_EVERY_MS, PRESENCE_MIN_GAP_MS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { endPing, maySendPing, NO_PING, type PingState, startPing } from "./rules.ts";

const here = { isOnline: true, isVisible: true, now: 1_000_000 };
const lately = (ms: number, failures = 0): PingState => ({ lastAt: here.now - ms, failures });

describe("a presence ping", () => {
  test("[M4.18] is sent on load, when the page becomes visible or the network is back, and every minute", () => {
    expect(maySendPing(NO_PING, "wake", here)).toBe(true);
    expect(maySendPing(lately(PRESENCE_EVERY_MS), "interval", here)).toBe(true);
    expect(maySendPing(lately(PRESENCE_EVERY_MS), "wake", here)).toBe(true);
  });

  test("[M7.01] is not sent offline, from a hidden page, or within 30 seconds of the last one", () => {
    expect(maySendPing(NO_PING, "wake", { ...here, isOnline: false })).toBe(false);
    expect(maySendPing(NO_PING, "wake", { ...here, isVisible: false })).toBe(false);
    expect(maySendPing(lately(PRESENCE_MIN_GAP_MS - 1), "wake", here)).toBe(false);
    expect(maySendPing(lately(PRESENCE_MIN_GAP_MS), "interval", here)).toBe(true);
  });

  test("[M7.01] is not sent after three failures in a row, until the page becomes visible or the network is back", () => {
    let state = NO_PING;
    for (const minute of [0, 1, 2]) {
      const now = here.now + minute * PRESENCE_EVERY_MS;
      expect(maySendPing(state, "interval", { ...here, now })).toBe(true);
      state = endPing(startPing(state, "interval", now), "failed");
    }
    const later = { ...here, now: here.now + 3 * PRESENCE_EVERY_MS };
    expect(maySendPing(state, "interval", later)).toBe(false);
    expect(maySendPing(state, "wake", later)).toBe(true);
    expect(startPing(state, "wake", later.now).failures).toBe(0);
  });

  test("[M7.01] that is answered ends a row of failures, and an expired session does not count", () => {
    expect(endPing(lately(0, 2), "answered").failures).toBe(0);
    expect(endPing(lately(0, 2), "expired").failures).toBe(2);
    expect(endPing(lately(0, 2), "failed").failures).toBe(3);
  });
});
