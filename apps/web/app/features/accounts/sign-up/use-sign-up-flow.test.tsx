// @vitest-environment happy-dom
import { mapAbout } from "@caramelo/contract/texts/about";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { openFakeServer, refuse } from "~/testing/fake-server.ts";
import { keepDraft } from "./draft.ts";
import { emptySignUp } from "./rules.ts";
import { useSignUpFlow } from "./use-sign-up-flow.ts";

const CHECK = "POST /password-checks";

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
});

function Reloaded({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={["/cadastro?etapa=2"]}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
}

test("[D2.68] after a reload the password is checked before anything is sent, and refused in step 2", async () => {
  keepDraft({
    ...emptySignUp,
    email: "helena@exemplo.com.br",
    name: "Helena",
    age: "31",
    gender: "Feminino",
    accountType: "baby",
    city: { value: "3534401", label: "Osasco, SP" },
    ...mapAbout(() => "Cinema, praia e viagens curtas."),
    acceptsTerms: true,
  });
  const server = openFakeServer();
  const { promise, resolve: answer } = Promise.withResolvers();
  server.answer(CHECK, () => promise);
  const { result } = renderHook(useSignUpFlow, { wrapper: Reloaded });
  await waitFor(() => expect(result.current.asksForPassword).toBe(true));
  let attempt: Promise<unknown> | undefined;
  act(() => {
    attempt = result.current.createAccount([], "segredo comprido").catch((error) => error);
  });
  await waitFor(() => expect(server.callsOf(CHECK)).toHaveLength(1));
  expect(result.current.share).toBeUndefined();
  answer(refuse("VALIDATION_ERROR", 400, { fields: { password: "Escolha uma senha menos comum." } }));
  await act(async () => {
    expect(await attempt).toMatchObject({ fields: { password: "Escolha uma senha menos comum." } });
  });
  expect(result.current.step).toBe(2);
});

test("[D2.68][T74] a sign-up that is left forgets its draft, and nothing of a member who has come in meanwhile", () => {
  openFakeServer();
  keepDraft({ ...emptySignUp, name: "Helena" });
  localStorage.setItem("saida:ana:1", "uma mensagem que espera");
  const { unmount } = renderHook(useSignUpFlow, { wrapper: Reloaded });
  history.replaceState(null, "", "/cadastro");
  unmount();
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(Object.keys(localStorage)).toEqual(["saida:ana:1"]);
});
