// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { FrozenMember } from "./frozen-member.tsx";

const OPEN = "DELETE /admin/members/:id/freeze";
const ID = "0190a1b2-0000-4000-8000-000000000001";

let server: FakeServer;

// No clock of the tests waits for the code of the question.
beforeAll(() => import("~/ui/overlays/confirm-box.tsx"));
beforeEach(() => {
  server = openFakeServer();
  server.answer(OPEN, () => ({}));
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

function show(props: { frozenAt: string | null; mayOpen: boolean }) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FrozenMember id={ID} name="Ana" {...props} />
    </QueryClientProvider>,
  );
}

test("[T85] the office shows since when an account is frozen, and opens it after a question", async () => {
  show({ frozenAt: "2026-11-27T15:05:00.000Z", mayOpen: true });
  screen.getByText(/^Congelada em 27\/11\/2026,? .*12:05/);
  fireEvent.click(screen.getByRole("button", { name: "Abrir conta congelada" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Abrir a conta de Ana?" }));
  fireEvent.click(question.getByRole("button", { name: "Abrir conta congelada" }));
  const doneText = await screen.findByText(/^Conta aberta/);
  expect(server.callsOf(OPEN).map(({ params }) => params)).toEqual([[ID]]);
  await waitFor(() => expect(document.activeElement).toBe(doneText.closest("[tabindex]")));
});

test("[T85] a moderator sees that an account is frozen, and cannot open it; of another account nothing is said", () => {
  show({ frozenAt: "2026-11-27T15:05:00.000Z", mayOpen: false });
  screen.getByText(/^Congelada em/);
  expect(screen.queryByRole("button")).toBeNull();
  cleanup();
  show({ frozenAt: null, mayOpen: true });
  expect(screen.queryByRole("heading")).toBeNull();
});
