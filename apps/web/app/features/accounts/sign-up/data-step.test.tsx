// @vitest-environment happy-dom
import { consentTexts } from "@caramelo/contract/accounts/consents";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { openFakeServer } from "~/testing/fake-server.ts";
import { SignUpDataStep } from "./data-step.tsx";
import { useSignUpForm } from "./use-sign-up-form.ts";

function StepOne() {
  return <SignUpDataStep form={useSignUpForm(() => {})} />;
}

beforeEach(() => {
  openFakeServer();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <StepOne />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return () => {
    cleanup();
    sessionStorage.clear();
    vi.unstubAllGlobals();
  };
});

test("[M2.38][M5.18] step 1 asks for both texts about oneself", () => {
  for (const label of ["Sobre você", "O que você busca"])
    expect(screen.getByLabelText(label).hasAttribute("required")).toBe(true);
});

test("[M2.39][D5.19][D5.20] the consents are in words that lead to the terms, and marketing has its own box that is not ticked", () => {
  const pathOf = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("href");
  expect([pathOf(/^Termos de uso/), pathOf(/^Política de privacidade/)]).toEqual(["/termos", "/privacidade"]);
  screen.getByText(consentTexts.sensitiveData.text);
  const [terms, marketing] = screen.getAllByRole<HTMLInputElement>("checkbox");
  expect(terms?.labels?.[0]?.textContent?.replaceAll(" (abre em outra aba)", "")).toBe(consentTexts.terms.text);
  expect(marketing?.labels?.[0]?.textContent).toBe(consentTexts.marketing.text);
  expect([terms?.getAttribute("aria-required"), terms?.checked]).toEqual(["true", false]);
  expect([marketing?.getAttribute("aria-required"), marketing?.checked]).toEqual([null, false]);
});

test("[D2.16] the strength of the password shows while it is typed", async () => {
  fireEvent.input(screen.getByLabelText("Senha"), { target: { value: "123456" } });
  await screen.findByText(/^Força da senha/);
});

test("[D1.23] nothing that is chosen is called invalid before anybody has chosen", () => {
  const choices = [screen.getAllByRole<HTMLInputElement>("radio"), screen.getAllByRole<HTMLInputElement>("checkbox")];
  expect(choices.flat().filter((choice) => choice.required || choice.hasAttribute("aria-invalid"))).toEqual([]);
});
