// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { send } from "./http.ts";
import { clockLead } from "./server-clock.ts";
import { serverNow, useMoment } from "./use-moment.ts";

const NOW = Date.UTC(2026, 10, 29, 12);
const HOUR_MS = 3_600_000;

let date: string | undefined;
let cacheControl = "no-store";
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  clockLead.set(0);
  date = new Date(NOW).toUTCString();
  cacheControl = "no-store";
  vi.stubGlobal("fetch", async () => {
    const headers = new Headers({ "cache-control": cacheControl });
    if (date !== undefined) headers.set("date", date);
    return new Response("{}", { headers });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = () => send("GET", "/api/session", undefined, { headers: {} });

test.each([
  ["ahead", 3],
  ["behind", -3],
])("[D3.35] times on the screen follow the server when the device's clock is %s by hours", async (_, hours) => {
  vi.setSystemTime(NOW + hours * HOUR_MS);
  const { result } = renderHook(() => useMoment());
  expect(result.current).toBe(NOW + hours * HOUR_MS);
  await act(ask);
  expect(result.current).toBe(NOW);
  expect(serverNow()).toBe(NOW);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(result.current).toBe(NOW + 60_000);
});

test("the device's clock counts while it is right by seconds, and when an answer does not say the time", async () => {
  vi.setSystemTime(NOW + 4_000);
  await ask();
  expect(serverNow()).toBe(NOW + 4_000);
  date = undefined;
  vi.setSystemTime(NOW + HOUR_MS);
  await ask();
  expect(serverNow()).toBe(NOW + HOUR_MS);
});

test("a clock that is set right while the page is open is noticed, on the screen too", async () => {
  vi.setSystemTime(NOW + HOUR_MS);
  await ask();
  const { result } = renderHook(() => useMoment());
  vi.setSystemTime(NOW);
  await act(ask);
  expect(serverNow()).toBe(NOW);
  expect(result.current).toBe(NOW);
});

test("an answer that the browser may have kept for an hour sets no clock", async () => {
  vi.setSystemTime(NOW + HOUR_MS);
  cacheControl = "public, max-age=3600";
  await ask();
  expect(serverNow()).toBe(NOW + HOUR_MS);
});
