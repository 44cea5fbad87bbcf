// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { factorQuestion } from "~/platform/fresh-factor.ts";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { SecondFactor } from "./second-factor.tsx";

const OWN = "GET /account/factor";
const KEEP = "PUT /account/factor/kept";
const RENEW = "POST /account/recovery-codes";
const factor = { setUpAt: "2026-11-01T15:00:00.000Z", isOff: true, recoveryCodesLeft: 10, isRequired: false };

let server: FakeServer;

// No clock of the tests waits for the code of the question.
beforeAll(() => import("~/ui/overlays/confirm-box.tsx"));
beforeEach(() => {
  server = openFakeServer();
  server.answer(OWN, () => factor);
  server.answer("GET /session", () => ({ user: makeSessionUser(), hasExpired: false }));
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SecondFactor />
    </QueryClientProvider>,
  );

test("[T84] an app that the member keeps is shown as on, and gets the focus", async () => {
  show();
  server.answer(KEEP, () => {
    server.answer(OWN, () => ({ ...factor, isOff: false }));
    return {};
  });
  fireEvent.click(await screen.findByRole("button", { name: "Manter o aplicativo" }));
  const state = await screen.findByText("Ativa desde 01/11/2026");
  await waitFor(() => expect(document.activeElement).toBe(state.closest("[tabindex]")));
});

test("[D2.54] closing the identity dialog changes nothing and is no failure", async () => {
  const refuseProof = () => refuse("FRESH_FACTOR_REQUIRED", 403);
  server.answer(KEEP, refuseProof);
  server.answer(RENEW, refuseProof);
  show();
  const close = async (button: HTMLElement) => {
    await waitFor(() => expect(factorQuestion.get()).not.toBeNull());
    expect(button.getAttribute("aria-busy")).toBe("true");
    factorQuestion.get()?.answer(false);
    await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
  };
  const keep = await screen.findByRole("button", { name: "Manter o aplicativo" });
  fireEvent.click(keep);
  await close(keep);

  cleanup();
  server.answer(OWN, () => ({ ...factor, isOff: false }));
  show();
  const renew = await screen.findByRole("button", { name: "Gerar novos códigos" });
  fireEvent.click(renew);
  const question = within(await screen.findByRole("alertdialog", { name: "Gerar novos códigos?" }));
  fireEvent.click(question.getByRole("button", { name: "Gerar novos códigos" }));
  await close(renew);
});
