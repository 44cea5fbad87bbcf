// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { forgetOrder, storeOrder } from "~/platform/order-cookie.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { useVisit } from "./use-visit.ts";
import { findPlace, startAnew } from "./visit-store.ts";

const me = makeSessionUser({ id: "me" });
const session = vi.hoisted(() => ({ read: vi.fn() }));
const sentSeed = vi.hoisted(() => ({ findSentSeed: vi.fn() }));
vi.mock("~/platform/session.ts", () => ({ readSession: session.read }));
vi.mock("./sent-seed.ts", () => sentSeed);

const open = () => renderHook(() => useVisit("me", "{}", true));

beforeEach(() => {
  sessionStorage.clear();
  // The browser sends the order cookie only with pages of the search.
  history.replaceState(null, "", "/busca");
  forgetOrder();
  session.read.mockReturnValue({ user: me });
  return cleanup;
});

test("a member who comes back to the search finds the order and the number of profiles they left", () => {
  const first = open();
  first.result.current.keepCount(36);
  first.unmount();
  expect(open().result.current).toMatchObject({ seed: first.result.current.seed, reserved: 36 });
});

test("the next page of the search brings the order that shows, also after another tab has shown another", () => {
  const { seed } = open().result.current;
  expect(document.cookie).toBe(`busca-ordem=${seed}`);
  storeOrder(5, 60);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(document.cookie).toBe(`busca-ordem=${seed}`);
  startAnew("me", "{}");
  expect(document.cookie).toBe(`busca-ordem=${findPlace("me", "{}")?.seed}`);
});

test("the list that came with the page shows, also in a tab that remembers a place in another order", () => {
  const first = open();
  first.result.current.keepCount(36);
  first.unmount();
  sentSeed.findSentSeed.mockReturnValueOnce(7);
  expect(open().result.current).toMatchObject({ seed: 7, reserved: 0 });
});

test("a member who reloads the screen, and gets the order that they left, finds their place in it", () => {
  const first = open();
  first.result.current.keepCount(36);
  first.unmount();
  const { seed } = first.result.current;
  sentSeed.findSentSeed.mockReturnValueOnce(seed);
  expect(open().result.current).toMatchObject({ seed, reserved: 36 });
});

test("[T74] a search that closes because the session has ended stores nothing", () => {
  const screen = open();
  session.read.mockReturnValue({ user: null });
  forgetOrder();
  screen.unmount();
  expect(Object.keys(sessionStorage)).toEqual([]);
  // The browser of the test removes an expired cookie only in the next millisecond.
  expect(document.cookie).not.toMatch(/=\d/);
  expect(findPlace("me", "{}")).toBeUndefined();
});
