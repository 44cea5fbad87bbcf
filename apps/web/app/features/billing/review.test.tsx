// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { openFakeServer } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { useTokensHold } from "./review.tsx";

const OFFERS = "GET /offers";
const UNTIL = "2099-11-29T15:00:00.000Z";
const { member } = vi.hoisted(() => ({ member: { role: "daddy" as "daddy" | "baby" } }));
vi.mock("~/platform/session.ts", () => ({ useMember: () => makeSessionUser(member) }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(role: "daddy" | "baby") {
  member.role = role;
  const server = openFakeServer();
  server.answer(OFFERS, () => ({ methods: ["pix"], isSandbox: false, reviewUntil: UNTIL }));
  const client = new QueryClient();
  const { result } = renderHook(() => useTokensHold(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { server, result };
}

test("[T78] a payer learns until when no tokens are sold to them", async () => {
  const { result } = open("daddy");
  await waitFor(() => expect(result.current).toBe(UNTIL));
});

test("[T78] no request is made for a baby, who buys no tokens", () => {
  const { server, result } = open("baby");
  expect(result.current).toBeNull();
  expect(server.callsOf(OFFERS)).toEqual([]);
});
