// @vitest-environment happy-dom
import { DISMISSAL_UNDO_MS } from "@caramelo/contract/limits";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { takeToasts } from "~/ui/overlays/toast.ts";
import { dismiss, undoDismissal } from "./dismissals.ts";
import { QueueTabs } from "./queue-tabs.tsx";

const CLOSE = "PUT /admin/reports/:id/status";
const [ana, bia] = [
  { id: "0190a1b2-0000-4000-8000-000000000001", name: "Ana" },
  { id: "0190a1b2-0000-4000-8000-000000000002", name: "Bia" },
];

let server: FakeServer;
/** How many cases the server knows to wait. */
let leftCases: number;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const readTabs = () => screen.getAllByRole("link").map(({ textContent }) => textContent);

beforeEach(async () => {
  vi.useFakeTimers();
  leftCases = 3;
  server = openFakeServer();
  server.answer("GET /admin/reports", () => ({
    cases: [],
    count: leftCases,
    waiting: { cases: leftCases, appeals: 3, notices: 0 },
  }));
  server.answer(CLOSE, () => {
    leftCases -= 1;
    return {};
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/admin/denuncias"]}>
        <QueueTabs />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await pass(10);
  expect(readTabs()).toEqual(["Denúncias3", "Recursos3", "Denúncias externas"]);
});
afterEach(async () => {
  cleanup();
  await vi.runAllTimersAsync();
  takeToasts();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a dismissal that can still be undone no longer counts as a waiting report, and changes no other queue", async () => {
  act(() => dismiss(ana));
  expect(readTabs()).toEqual(["Denúncias2", "Recursos3", "Denúncias externas"]);
  act(() => undoDismissal());
  expect(readTabs()).toEqual(["Denúncias3", "Recursos3", "Denúncias externas"]);
  await pass(2 * DISMISSAL_UNDO_MS);
  expect(leftCases).toBe(3);
});

test("a dismissal counts once, while it can be undone, while it is sent, and after the server knows it", async () => {
  act(() => dismiss(ana));
  act(() => dismiss(bia));
  expect(readTabs()[0]).toBe("Denúncias1");
  await pass(10);
  expect(leftCases).toBe(2);
  expect(readTabs()[0]).toBe("Denúncias1");
  await pass(DISMISSAL_UNDO_MS);
  expect(leftCases).toBe(1);
  expect(readTabs()[0]).toBe("Denúncias1");
});

test("a report whose dismissal the server refuses counts again", async () => {
  server.answer(CLOSE, () => refuse("SERVER_ERROR", 500));
  act(() => dismiss(ana));
  expect(readTabs()[0]).toBe("Denúncias2");
  await pass(DISMISSAL_UNDO_MS + 1_000);
  expect(readTabs()[0]).toBe("Denúncias3");
});
