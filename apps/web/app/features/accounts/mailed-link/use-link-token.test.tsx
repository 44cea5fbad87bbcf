// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";

const TOKEN = "a".repeat(43);
const { leave } = vi.hoisted(() => ({ leave: vi.fn() }));
vi.mock("~/platform/leave.ts", () => ({ leave, hasLeft: () => false, finishLeaving: () => false }));

let server: FakeServer;

beforeEach(() => {
  vi.resetModules();
  server = openFakeServer();
  history.replaceState(null, "", `/recurso#${TOKEN}`);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

async function open() {
  const { useLinkToken } = await import("./use-link-token.ts");
  return renderHook(useLinkToken, { wrapper: MemoryRouter }).result;
}

test("takes the token out of the address once the session is known", async () => {
  server.answer("GET /session", () => ({ user: null, hasExpired: false }));
  const token = await act(open);
  await vi.waitFor(() => expect(token.current).toBe(TOKEN));
  expect(location.href).not.toContain(TOKEN);
});

test("leaves the token in the address that is loaded again where a session has ended", async () => {
  server.answer("GET /session", () => ({ user: null, hasExpired: true }));
  const token = await act(open);
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
  expect(leave).toHaveBeenCalledWith(expect.objectContaining({ to: `/recurso#${TOKEN}` }));
  expect([token.current, location.hash]).toEqual([undefined, `#${TOKEN}`]);
});
