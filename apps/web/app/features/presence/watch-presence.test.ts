// @vitest-environment happy-dom
import { ONLINE_WINDOW_MS, PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { showTab } from "~/testing/tab.ts";
import { watchPresence } from "./watch-presence.ts";

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
