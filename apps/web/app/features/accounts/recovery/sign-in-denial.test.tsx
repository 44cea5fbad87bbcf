// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { SignInDenial } from "./sign-in-denial.tsx";

const CHECK = "POST /recovery/alerts/check";
const DENY = "POST /recovery/alerts";
let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
  server.answer("GET /session", () => ({ user: null, hasExpired: false }));
  return () => {
    cleanup();
    vi.unstubAllGlobals();
    history.replaceState(null, "", "/");
  };
});

function open() {
  const address = `/nao-fui-eu#${"a".repeat(43)}`;
  history.replaceState(null, "", address);
  render(
    <MemoryRouter initialEntries={[address]}>
      <SignInDenial />
    </MemoryRouter>,
  );
}

test("[T85] a link that only freezes says so before and after, and how the account opens", async () => {
  server.answer(CHECK, () => ({ freezes: true }));
  server.answer(DENY, () => ({ recoveryToken: "a".repeat(43), isFrozen: true }));
  open();
  const deny = await screen.findByRole("button", { name: "Não fui eu: congelar a conta" });
  screen.getByText(/este link só congela a conta/);
  fireEvent.click(deny);
  const doneHeading = await screen.findByRole("heading", { name: "Conta congelada" });
  expect(document.activeElement).toBe(doneHeading);
  screen.getByText(/Ninguém entra nela, e nada se perdeu.*e-mail atual.*chave de acesso antiga.*documento/);
});

test("[D2.55] any other link says that it ends the sessions and the password", async () => {
  // The answer of the last release says nothing of a freeze.
  server.answer(CHECK, () => ({}));
  open();
  await screen.findByRole("button", { name: "Não fui eu: proteger minha conta" });
  screen.getByText(/cancelar a senha e as chaves de acesso/);
});
