// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { factorQuestion } from "~/platform/fresh-factor.ts";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { PasskeyRow } from "./passkey-row.tsx";
import { passkeyList } from "./queries.ts";

const LIST = "GET /account/passkeys";
const KEEP = "PUT /account/passkeys/:id/kept";
const passkey = {
  id: "0190a1b2-0000-4000-8000-000000000001",
  name: "Celular",
  createdAt: "2026-11-01T15:00:00.000Z",
  lastUsedAt: null,
  isBlocked: false,
  isOff: true,
};

let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
  server.answer(LIST, () => ({ passkeys: [passkey] }));
  server.answer("GET /session", () => ({ user: makeSessionUser(), hasExpired: false }));
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

function Rows() {
  const { data = [] } = useQuery(passkeyList());
  return data.map((each) => <PasskeyRow key={each.id} {...each} />);
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Rows />
    </QueryClientProvider>,
  );

test("[T84] a key that the member keeps says so, and gets the focus", async () => {
  show();
  server.answer(KEEP, () => {
    server.answer(LIST, () => ({ passkeys: [{ ...passkey, isOff: false }] }));
    return {};
  });
  fireEvent.click(await screen.findByRole("button", { name: /^Manter/ }));
  const doneText = await screen.findByText("Esta chave abre a conta de novo.");
  expect(document.activeElement).toBe(doneText);
  expect(screen.queryByRole("button", { name: /^Manter/ })).toBeNull();
});

test("[D2.54] closing the identity dialog changes nothing and is no failure", async () => {
  server.answer(KEEP, () => refuse("FRESH_FACTOR_REQUIRED", 403));
  show();
  const keep = await screen.findByRole("button", { name: /^Manter/ });
  fireEvent.click(keep);
  await waitFor(() => expect(factorQuestion.get()).not.toBeNull());
  expect(keep.getAttribute("aria-busy")).toBe("true");
  factorQuestion.get()?.answer(false);
  await waitFor(() => expect(keep.getAttribute("aria-busy")).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
});
