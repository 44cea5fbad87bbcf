// @vitest-environment happy-dom
import { recovery } from "@caramelo/contract/accounts/recovery";
import { act, cleanup, renderHook } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { fc } from "../../../../../../testing/properties.ts";
import { findLinkToken } from "./use-link-token.ts";

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

const WHOLE_TOKEN = "abcDEF012-_".padEnd(43, "x");

test("the token of a mailed link is the part of the address after the #", () => {
  expect(findLinkToken(`#${WHOLE_TOKEN}`)).toBe(WHOLE_TOKEN);
});

test.each([
  "",
  "#",
  "#conta",
  `#${WHOLE_TOKEN}x`,
  `#${WHOLE_TOKEN.slice(1)}`,
  `#${WHOLE_TOKEN.slice(1)}.`,
  WHOLE_TOKEN,
  `x#${WHOLE_TOKEN}`,
])("%j holds no token of a mailed link", (hash) => {
  expect(findLinkToken(hash)).toBeUndefined();
});

test("the browser finds a token exactly when the server's contract accepts it", () => {
  const almost = fc.stringMatching(/^[A-Za-z0-9_.-]{42,44}$/);
  fc.assert(
    fc.property(almost, (text) => {
      const isValid = recovery.checkRecovery.body.safeParse({ token: text }).success;
      expect(findLinkToken(`#${text}`) !== undefined).toBe(isValid);
    }),
  );
});
