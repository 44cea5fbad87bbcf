// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { OnlineStatus } from "./online-status.tsx";

const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }));
vi.mock("~/ui/overlays/toast.ts", () => ({ showToast }));

const START = "POST /admin/availability-runs";
const LAST = "GET /admin/availability-runs/last";
const run = { startedAt: "2026-11-23T16:00:00.000Z", eligible: 291, longCount: 86, shortCount: 44, isScheduled: true };
let server: FakeServer;

beforeEach(() => {
  showToast.mockClear();
  server = openFakeServer();
  server.answer(LAST, () => ({ run }));
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

function draw(mayStart = true) {
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <OnlineStatus mayStart={mayStart} />
    </QueryClientProvider>,
  );
}
const start = () => fireEvent.click(screen.getByRole("button", { name: "Atualizar status online" }));

test("[D3.17] the last run is shown with its hour in São Paulo and its numbers", async () => {
  draw();
  await screen.findByText("86 de 291 elegíveis");
  expect(screen.getByText(/23\/11\/2026, 13:00/)).toBeTruthy();
  expect(screen.getByText("e mais 44 por 10 minutos")).toBeTruthy();
});

test("[K4.12][K8.09] a start that succeeds raises two toasts with the real numbers", async () => {
  server.answer(START, () => ({ details: { stats: { usersSetOnline: 12, eligibleUsers: 40 } } }));
  draw();
  start();
  await waitFor(() => expect(showToast).toHaveBeenCalledTimes(2));
  expect(showToast.mock.calls).toEqual([
    [{ type: "success", title: "Atualização de status online acionada com sucesso!" }],
    [{ type: "info", title: "12 usuários ficaram online de 40 elegíveis" }],
  ]);
});

test("a start says what it came to although its button is gone by then", async () => {
  const answer = Promise.withResolvers<void>();
  server.answer(START, async () => {
    await answer.promise;
    return { details: { stats: { usersSetOnline: 12, eligibleUsers: 40 } } };
  });
  const { unmount } = draw();
  start();
  unmount();
  answer.resolve();
  await waitFor(() => expect(showToast).toHaveBeenCalledTimes(2));
});

test("[K8.08] a start that the server refuses raises a toast with its words", async () => {
  server.answer(START, () => refuse("RATE_LIMIT_EXCEEDED", 429));
  draw();
  start();
  await waitFor(() => expect(showToast).toHaveBeenCalled());
  expect(showToast).toHaveBeenCalledWith({
    type: "error",
    title: "Erro",
    message:
      "Falha ao acionar atualização de status online: Muitas tentativas. Aguarde alguns minutos antes de tentar novamente.",
  });
});

test("[K8.08] a start that fails for no reason that the server names raises the toast of the unexpected", async () => {
  server.answer(START, () => ({ details: null }));
  draw();
  start();
  await waitFor(() => expect(showToast).toHaveBeenCalled());
  expect(showToast).toHaveBeenCalledWith({
    type: "error",
    title: "Erro",
    message: "Ocorreu um erro inesperado ao acionar a atualização.",
  });
});

test("without the permission there is no button", async () => {
  draw(false);
  await screen.findByText("86 de 291 elegíveis");
  expect(screen.queryByRole("button")).toBeNull();
});
