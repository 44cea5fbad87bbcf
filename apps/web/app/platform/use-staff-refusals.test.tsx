// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { api } from "./api.ts";
import { refreshSession } from "./session.ts";
import { useStaffRefusals } from "./use-staff-refusals.ts";

const SESSION = "GET /session";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a staff call that is refused asks who is signed in, and any other failure does not", async () => {
  const server = openFakeServer();
  server.answer(SESSION, () => ({ user: makeSessionUser({ id: "bia" }), hasExpired: false }));
  await refreshSession();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { unmount } = renderHook(() => useStaffRefusals(), { wrapper });
  const ask = () =>
    act(() => client.fetchQuery({ queryKey: ["audit"], queryFn: () => api.audit.list() }).catch(() => undefined));
  server.answer("GET /admin/audit", () => refuse("NOT_FOUND", 404));
  await ask();
  expect(server.callsOf(SESSION)).toHaveLength(1);
  server.answer("GET /admin/audit", () => refuse("ADMIN_ONLY", 403));
  await ask();
  await vi.waitFor(() => expect(server.callsOf(SESSION)).toHaveLength(2));
  unmount();
  await ask();
  expect(server.callsOf(SESSION)).toHaveLength(2);
});
