import { PRESENCE_ASK_MAX, PRESENCE_EVERY_MS, PRESENCE_MIN_GAP_MS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { endPulse, FIRST_PULSE, judgePulse, listOnScreen, type PulseState, startPulse } from "./rules.ts";

const here = { isOnline: true, isVisible: true, now: 1_000_000 };
const lately = (ms: number, failures = 0): PulseState => ({ lastAt: here.now - ms, failures });

describe("a sign of life", () => {
  test("[M4.18] leaves on load, when the page is seen again or the network is back, and every minute", () => {
    expect(judgePulse(FIRST_PULSE, "wake", here)).toBe(true);
    expect(judgePulse(lately(PRESENCE_EVERY_MS), "beat", here)).toBe(true);
    expect(judgePulse(lately(PRESENCE_EVERY_MS), "wake", here)).toBe(true);
  });

  test("[M7.01] does not leave offline, unseen, or within 30 seconds of the last one", () => {
    expect(judgePulse(FIRST_PULSE, "wake", { ...here, isOnline: false })).toBe(false);
    expect(judgePulse(FIRST_PULSE, "wake", { ...here, isVisible: false })).toBe(false);
    expect(judgePulse(lately(PRESENCE_MIN_GAP_MS - 1), "wake", here)).toBe(false);
    expect(judgePulse(lately(PRESENCE_MIN_GAP_MS), "beat", here)).toBe(true);
  });

  test("[M7.01] pauses after three failures in a row, until the page is seen again or the network is back", () => {
    let state = FIRST_PULSE;
    for (const minute of [0, 1, 2]) {
      const now = here.now + minute * PRESENCE_EVERY_MS;
      expect(judgePulse(state, "beat", { ...here, now })).toBe(true);
      state = endPulse(startPulse(state, "beat", now), "failed");
    }
    const later = { ...here, now: here.now + 3 * PRESENCE_EVERY_MS };
    expect(judgePulse(state, "beat", later)).toBe(false);
    expect(judgePulse(state, "wake", later)).toBe(true);
    expect(startPulse(state, "wake", later.now).failures).toBe(0);
  });

  test("[M7.01] that is heard ends a row of failures, and an expired session is ignored", () => {
    expect(endPulse(lately(0, 2), "heard").failures).toBe(0);
    expect(endPulse(lately(0, 2), "expired").failures).toBe(2);
    expect(endPulse(lately(0, 2), "failed").failures).toBe(3);
  });
});

describe("whose presence is asked for", () => {
  test("are those on the screen, each once", () => {
    const boxes = [
      { id: "above", top: -300, bottom: 0 },
      { id: "cut", top: -100, bottom: 10 },
      { id: "seen", top: 20, bottom: 300 },
      { id: "seen", top: 20, bottom: 300 },
      { id: "below", top: 740, bottom: 900 },
    ];
    expect(listOnScreen(boxes, 740)).toEqual(["cut", "seen"]);
  });

  test("are never more than one question may name", () => {
    const boxes = Array.from({ length: PRESENCE_ASK_MAX + 5 }, (_, place) => ({ id: `${place}`, top: 0, bottom: 1 }));
    expect(listOnScreen(boxes, 740)).toHaveLength(PRESENCE_ASK_MAX);
  });
});
