import { ONLINE_WINDOW_MS, PRESENCE_ASK_MAX } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { listOnScreen, presenceAfter } from "./watch-rules.ts";

const MINUTE_MS = 60_000;
/** A day of São Paulo begins. */
const DAY = Date.parse("2026-11-22T03:00:00Z");

describe("the members whose presence is requested", () => {
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

  test("are never more than one request may name", () => {
    const boxes = Array.from({ length: PRESENCE_ASK_MAX + 5 }, (_, index) => ({ id: `${index}`, top: 0, bottom: 1 }));
    expect(listOnScreen(boxes, 740)).toHaveLength(PRESENCE_ASK_MAX);
  });
});

describe("a presence that was read a while ago", () => {
  test("[M4.16][M4.17] says nothing of today any more once the day has turned in São Paulo", () => {
    expect(presenceAfter("recent", DAY - 1_000, DAY - 1)).toBe("recent");
    expect(presenceAfter("recent", DAY - 1_000, DAY)).toBe("offline");
    expect(presenceAfter("recent", DAY, DAY + 20 * 60 * MINUTE_MS)).toBe("recent");
  });

  test("[M4.15][D3.14] is online no longer than five minutes, and recently online afterwards if it was read today", () => {
    const later = (ms: number, readAt = DAY + MINUTE_MS) => presenceAfter("online", readAt, readAt + ms);
    expect(later(ONLINE_WINDOW_MS)).toBe("online");
    expect(later(ONLINE_WINDOW_MS + 1)).toBe("recent");
    expect(later(ONLINE_WINDOW_MS, DAY - MINUTE_MS)).toBe("online");
    expect(later(ONLINE_WINDOW_MS + 1, DAY - MINUTE_MS)).toBe("offline");
  });

  test("[D3.20] of an available member does not become recently online, because it says nothing of a connection", () => {
    expect(presenceAfter("available", DAY, DAY + ONLINE_WINDOW_MS)).toBe("available");
    expect(presenceAfter("available", DAY, DAY + ONLINE_WINDOW_MS + 1)).toBe("offline");
  });

  test("never says more than it did, and looking at it in between makes no difference", () => {
    const order: Presence[] = ["offline", "recent", "available", "online"];
    const anyMoment = fc.integer({ min: 0, max: 26 * 60 * MINUTE_MS });
    fc.assert(
      fc.property(fc.constantFrom(...order), anyMoment, anyMoment, anyMoment, (presence, start, wait, more) => {
        const readAt = DAY + start;
        const between = presenceAfter(presence, readAt, readAt + wait);
        expect(order.indexOf(between)).toBeLessThanOrEqual(order.indexOf(presence));
        expect(presenceAfter(between, readAt, readAt + wait + more)).toBe(
          presenceAfter(presence, readAt, readAt + wait + more),
        );
      }),
    );
  });
});
