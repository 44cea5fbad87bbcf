// @vitest-environment happy-dom
import { ONLINE_WINDOW_MS, PRESENCE_ASK_MAX, PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { showTab } from "~/testing/tab.ts";
import { fc } from "../../../../../testing/properties.ts";
import { listOnScreen, presenceAfter, watchPresence } from "./watch-presence.ts";

const LIST = "GET /presence";
/** A day of São Paulo ends half a minute later. */
const LATE = Date.parse("2026-11-22T02:59:30Z");

let client: QueryClient;
let server: FakeServer;
let stop: () => void;
/** Each test uses a different member, because the module remembers when it last read the presence of a member. */
let id = "";
let tests = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: LATE });
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({ top: 10, bottom: 90 } as DOMRect); // all that is read
  tests += 1;
  id = `member ${tests}`;
  document.body.innerHTML = `<article data-member-id="${id}"></article>`;
  showTab(true);
  client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  server = openFakeServer();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function load(presence: string) {
  const queryFn = () => ({ pages: [{ profiles: [{ id, presence }] }] });
  await client.fetchQuery({ queryKey: ["cards"], queryFn, meta: { carriesMembers: true } });
}
const readShown = () => JSON.stringify(client.getQueryData(["cards"])).match(/"presence":"(\w+)"/)?.[1];
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const answerWith = (presence: string) => server.answer(LIST, () => ({ presences: [{ id, presence }] }));

test("[M4.16][M4.17] at the turn of the day no member is shown as recently online any more, without a request", async () => {
  await load("recent");
  stop = watchPresence(client);
  await pass(29_000);
  expect(readShown()).toBe("recent");
  await pass(1_000);
  expect(readShown()).toBe("offline");
  expect(server.callsOf(LIST)).toHaveLength(0);
});

test("[D3.14] a member whom no answer confirms is not shown as online for longer than five minutes", async () => {
  await load("online");
  document.body.innerHTML = "";
  stop = watchPresence(client);
  await pass(ONLINE_WINDOW_MS);
  expect(readShown()).toBe("online");
  await pass(PRESENCE_EVERY_MS);
  expect(readShown()).toBe("offline");
});

test("the presence of a member on the screen is requested every minute, and stays online for as long as the server says so", async () => {
  answerWith("online");
  await load("online");
  stop = watchPresence(client);
  await pass(3 * ONLINE_WINDOW_MS);
  expect(readShown()).toBe("online");
  expect(server.callsOf(LIST)).toHaveLength(15);
  answerWith("recent");
  await pass(PRESENCE_EVERY_MS);
  expect(readShown()).toBe("recent");
});

test("a page that becomes visible reads the presences at once, a hidden one never", async () => {
  answerWith("online");
  await load("recent");
  stop = watchPresence(client);
  showTab(false);
  await pass(2 * PRESENCE_EVERY_MS);
  expect(server.callsOf(LIST)).toHaveLength(0);
  expect(readShown()).toBe("offline");
  showTab(true);
  await pass(1);
  expect(readShown()).toBe("online");
});

test("nothing is asked or changed after the end", async () => {
  answerWith("online");
  await load("recent");
  stop = watchPresence(client);
  stop();
  await pass(2 * PRESENCE_EVERY_MS);
  expect(readShown()).toBe("recent");
  expect(server.callsOf(LIST)).toHaveLength(0);
});

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
