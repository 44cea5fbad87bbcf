// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { factorQuestion } from "~/platform/fresh-factor.ts";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { AccessReset } from "./access-reset.tsx";

const RESET = "DELETE /admin/members/:id/factor";
const ID = "0190a1b2-0000-4000-8000-000000000001";

let server: FakeServer;

// No clock of the tests waits for the code of the question.
beforeAll(() => import("~/ui/overlays/confirm-box.tsx"));
beforeEach(() => {
  server = openFakeServer();
  server.answer(RESET, () => ({}));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AccessReset id={ID} name="Ana" />
    </QueryClientProvider>,
  );
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

async function confirm() {
  fireEvent.click(screen.getByRole("button", { name: "Remover duas etapas e chaves" }));
  fireEvent.click(await screen.findByRole("button", { name: "Restaurar acesso" }));
}

test("the focus goes to the result, because the button that was pressed has gone", async () => {
  await confirm();
  const doneText = await screen.findByText(/^Acesso restaurado/);
  expect(server.callsOf(RESET).map(({ params }) => params)).toEqual([[ID]]);
  expect(screen.queryByRole("button", { name: "Remover duas etapas e chaves" })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(doneText.closest("[tabindex]")));
  expect(document.activeElement).not.toBe(document.body);
});

test("closing the identity dialog says nothing, because nothing has happened", async () => {
  server.answer(RESET, () => refuse("FRESH_FACTOR_REQUIRED", 403));
  await confirm();
  await waitFor(() => expect(factorQuestion.get()).not.toBeNull());
  factorQuestion.get()?.answer(false);
  await waitFor(() => expect(factorQuestion.get()).toBeNull());
  const button = screen.getByRole("button", { name: "Remover duas etapas e chaves" });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
});
