// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { makeSessionUser } from "~/testing/session-user.ts";
import { useVisit } from "./use-visit.ts";
import { findPlace } from "./visit-store.ts";

const me = makeSessionUser({ id: "me" });
const session = vi.hoisted(() => ({ read: vi.fn() }));
vi.mock("~/platform/session.ts", () => ({ readSession: session.read }));

const open = () => renderHook(() => useVisit("me", "{}", true));

beforeEach(() => {
  sessionStorage.clear();
  session.read.mockReturnValue({ user: me });
  return cleanup;
});

test("a member who comes back to the search finds the order and the number of profiles they left", () => {
  const first = open();
  first.result.current.keepCount(36);
  first.unmount();
  expect(open().result.current).toMatchObject({ seed: first.result.current.seed, reserved: 36 });
});

test("[T74] a search that closes because the session has ended stores nothing", () => {
  const screen = open();
  session.read.mockReturnValue({ user: null });
  screen.unmount();
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(findPlace("me", "{}")).toBeUndefined();
});
