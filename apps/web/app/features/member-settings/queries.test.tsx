// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { type Settings, settingsQuery, useSetting } from "./queries.ts";

const { refreshSession } = vi.hoisted(() => ({ refreshSession: vi.fn(async () => {}) }));
vi.mock("~/platform/session.ts", () => ({ refreshSession }));

const CHANGE = "PUT /settings";
const READ = "GET /settings";
// The settings that these tests change. The cast is safe, because the hook does not use the others.
const start = { hasSound: true, hasPopUps: true, isInvisible: false } as Settings;

let server: FakeServer;
let client: QueryClient;
let storedSettings: Settings;

/** A settings screen with a switch for each of two settings. */
async function openSettings() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      const settings = useQuery(settingsQuery()).data ?? start;
      return { sound: useSetting(settings, "hasSound"), invisible: useSetting(settings, "isInvisible") };
    },
    { wrapper },
  );
  await act(() => vi.advanceTimersByTimeAsync(10));
  return result;
}
const pass = () => act(() => vi.advanceTimersByTimeAsync(10));
const readCached = () => client.getQueryData(settingsQuery().queryKey);

beforeEach(() => {
  vi.useFakeTimers();
  refreshSession.mockClear();
  server = openFakeServer();
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  storedSettings = start;
  server.answer(READ, () => storedSettings);
  server.answer(CHANGE, ({ body }) => {
    storedSettings = { ...storedSettings, ...(body as Partial<Settings>) };
    return storedSettings;
  });
  return () => {
    cleanup();
    client.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("a setting", () => {
  test("shows its new value at once, and the server's answer afterwards", async () => {
    const settings = await openSettings();
    const answer = Promise.withResolvers<Settings>();
    server.answer(CHANGE, () => answer.promise);
    act(() => settings.current.invisible.change(true));
    expect(settings.current.invisible.value).toBe(true);
    await pass();
    expect(server.callsOf(CHANGE)).toMatchObject([{ body: { isInvisible: true } }]);
    expect(readCached()).toEqual({ ...start, isInvisible: true });
    answer.resolve({ ...start, isInvisible: true, hasPopUps: false });
    await pass();
    expect(settings.current.invisible.value).toBe(true);
    expect(readCached()?.hasPopUps).toBe(false);
  });

  test("goes back with an error when the server refuses it, and is loaded again", async () => {
    const settings = await openSettings();
    server.answer(CHANGE, () => refuse("UPGRADE_REQUIRED", 403));
    act(() => settings.current.invisible.change(true));
    await pass();
    expect(settings.current.invisible.value).toBe(false);
    expect(settings.current.invisible.error).toMatchObject({ code: "UPGRADE_REQUIRED" });
    expect(settings.current.sound.error).toBeNull();
    expect(server.callsOf(READ)).toHaveLength(2);
  });

  test("changes one after the other, and only the answer to the last change replaces what is shown", async () => {
    const settings = await openSettings();
    const answers = [Promise.withResolvers<Settings>(), Promise.withResolvers<Settings>()];
    const leftAnswers = [...answers];
    server.answer(CHANGE, () => leftAnswers.shift()?.promise);
    act(() => settings.current.invisible.change(true));
    act(() => settings.current.sound.change(false));
    await pass();
    expect(server.callsOf(CHANGE)).toHaveLength(1);
    // The server did not know the second change when it answered the first.
    answers[0]?.resolve({ ...start, isInvisible: true });
    await pass();
    expect(server.callsOf(CHANGE).map(({ body }) => body)).toEqual([{ isInvisible: true }, { hasSound: false }]);
    expect(settings.current.sound.value).toBe(false);
    expect(readCached()).toMatchObject({ isInvisible: true, hasSound: false });
    answers[1]?.resolve({ ...start, isInvisible: true, hasSound: false });
    await pass();
    expect(readCached()).toMatchObject({ isInvisible: true, hasSound: false });
    expect(server.callsOf(READ)).toHaveLength(1);
  });

  test("keeps a later change of another setting when an earlier one is refused", async () => {
    const settings = await openSettings();
    const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    const leftAnswers = [...answers];
    server.answer(CHANGE, () => leftAnswers.shift()?.promise);
    act(() => settings.current.invisible.change(true));
    act(() => settings.current.sound.change(false));
    answers[0]?.resolve(refuse("UPGRADE_REQUIRED", 403));
    await pass();
    expect(settings.current.invisible.value).toBe(false);
    expect(settings.current.sound.value).toBe(false);
    expect(server.callsOf(READ)).toHaveLength(1);
  });

  test("is read again from the session only when the frame of every screen depends on it", async () => {
    const settings = await openSettings();
    act(() => settings.current.invisible.change(true));
    await pass();
    expect(refreshSession).not.toHaveBeenCalled();
    act(() => settings.current.sound.change(false));
    await pass();
    expect(refreshSession).toHaveBeenCalledOnce();
  });
});
