// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { openFakeServer, refuse } from "~/testing/fake-server.ts";
import { OwnHint } from "./own-hint.tsx";

const MINE = "GET /profile";

function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OwnHint look="strip" fallback={<p>its room</p>} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test("[D3.47] while the own profile loads, its room stays, so that the cards below do not move", () => {
  openFakeServer();
  open();
  expect(screen.getByText("its room")).toBeDefined();
});

test("an own profile that does not come leaves nothing", async () => {
  openFakeServer().answer(MINE, () => refuse("PERMISSION_DENIED", 403));
  open();
  await vi.waitFor(() => expect(screen.queryByText("its room")).toBeNull());
});
