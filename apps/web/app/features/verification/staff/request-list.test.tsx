// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, test, vi } from "vitest";
import { openFakeServer } from "~/testing/fake-server.ts";
import { RequestList } from "./request-list.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("[K2.60] without requests the list says so", async () => {
  const server = openFakeServer();
  server.answer("GET /admin/verifications", () => ({ requests: [], total: 0, pending: 0 }));
  server.answer("GET /admin/verification-queue", () => ({ ids: [] }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RequestList />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Nenhuma solicitação de verificação encontrada" });
});
