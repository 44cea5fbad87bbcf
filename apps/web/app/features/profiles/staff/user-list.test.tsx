// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import type { StaffUser } from "./queries.ts";
import { UserList } from "./user-list.tsx";

const LIST = "GET /admin/members";
const COUNT = "GET /admin/members/count";
const VERIFY = "POST /admin/members/verified";

let server: FakeServer;
const user: StaffUser = {
  ...{ id: "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b", name: "Marina", email: "marina@exemplo.invalid", age: 27 },
  ...{ role: "baby", city: "São Paulo, SP", createdAt: "2026-11-22T15:00:00.000Z", status: "active" },
  ...{ isManaged: false, isDemo: false, isVerified: false, isPremium: false, isPremiumPaid: false, isActive: true },
  ...{ isWildcardCity: false, photo: null },
};

beforeEach(() => {
  server = openFakeServer();
  server.answer(LIST, () => ({ users: [user], hasMore: false }));
  server.answer(COUNT, () => ({ count: 1, isExact: true }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <UserList isAllowed={(name) => name !== "premium"} mayCreate={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function verify() {
  fireEvent.click(await screen.findByRole("switch", { name: "Verificado: Marina" }));
  fireEvent.click(await screen.findByRole("button", { name: "Confirmar" }));
}

describe("the list of users", () => {
  test("[K8.05] says why it did not load", async () => {
    server.answer(LIST, () => refuse("SERVER_ERROR", 500));
    open();
    expect(
      await screen.findByText("Erro ao carregar usuários: Erro interno do servidor. Nossa equipe foi notificada."),
    ).toBeTruthy();
  });

  test("[K4.06][D5.05] flips a switch after a small question, and asks for the list again a second later", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ["setTimeout", "clearTimeout"] });
    server.answer(VERIFY, () => ({ changed: [user.id], unchanged: [], refused: [] }));
    open();
    await act(() => vi.advanceTimersByTimeAsync(0));
    fireEvent.click(screen.getByRole("switch", { name: "Verificado: Marina" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(server.callsOf(VERIFY)).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Confirmar" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(server.callsOf(VERIFY)[0]?.body).toEqual({ ids: [user.id], isOn: true });
    expect(screen.getByText("Usuário verificado com sucesso!")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("switch", { name: "Verificado: Marina" }).checked).toBe(true);
    const before = server.callsOf(LIST).length;
    await act(() => vi.advanceTimersByTimeAsync(999));
    expect(server.callsOf(LIST)).toHaveLength(before);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(server.callsOf(LIST)).toHaveLength(before + 1);
    await act(() => vi.advanceTimersByTimeAsync(1_999));
    expect(screen.getByText("Usuário verificado com sucesso!")).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.queryByText("Usuário verificado com sucesso!")).toBeNull();
  });

  test("[K8.07] says why a switch was refused, or did not reach the server", async () => {
    server.answer(VERIFY, () => ({ changed: [], unchanged: [], refused: [{ id: user.id, why: "managed" }] }));
    open();
    await verify();
    await screen.findByText("Erro ao verificar usuário: um perfil gerenciado não pode ser verificado nem Premium");
    server.answer(VERIFY, () => refuse("ADMIN_ONLY", 403));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await verify();
    await screen.findByText(
      "Erro ao verificar usuário: Acesso negado: apenas administradores podem executar esta ação",
    );
  });

  test("shows the switches that somebody may not set, and lets nobody press them", async () => {
    open();
    const premium = await screen.findByRole<HTMLInputElement>("switch", { name: "Premium: Marina" });
    expect(premium.disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("switch", { name: "Conta ativa: Marina" }).disabled).toBe(false);
    expect(screen.queryByRole("link", { name: "Cadastro rápido" })).toBeNull();
  });
});
