// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { openFakeServer } from "~/testing/fake-server.ts";
import { DelayedRequests } from "./delayed-requests.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("[T84] cancelled requests disappear, and the focus goes to the result", async () => {
  const server = openFakeServer();
  const LIST = "GET /account/delayed-requests";
  server.answer(LIST, () => ({ requests: [{ kind: "erasure", dueAt: "2026-11-28T15:00:00.000Z" }] }));
  server.answer("DELETE /account/delayed-requests", () => {
    server.answer(LIST, () => ({ requests: [] }));
    return {};
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DelayedRequests />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Cancelar pedidos" }));
  const doneText = await screen.findByText("Pedidos cancelados");
  expect(document.activeElement).toBe(doneText.closest("[tabindex]"));
  expect(screen.queryByText(/^Exclusão da conta/)).toBeNull();
});
