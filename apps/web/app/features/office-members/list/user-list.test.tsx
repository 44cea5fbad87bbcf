// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import type { StaffUser } from "../queries.ts";
import { UserList } from "./user-list.tsx";

const LIST = "GET /admin/members";
const COUNT = "GET /admin/members/count";
const VERIFY = "POST /admin/members/verified";

let server: FakeServer;
const user: StaffUser = {
  id: "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b",
  name: "Marina",
  email: "marina@exemplo.invalid",
  age: 27,
  role: "baby",
  city: "São Paulo, SP",
  createdAt: "2026-11-22T15:00:00.000Z",
  status: "active",
  isManaged: false,
  isDemo: false,
  isVerified: false,
  isPremium: false,
  isPremiumPaid: false,
  isActive: true,
  isWildcardCity: false,
  photo: null,
};

// No clock of the tests waits for the code of the question.
beforeAll(() => Promise.all([import("~/ui/overlays/confirm-box.tsx"), import("./switch-dialog.tsx")]));
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

function open(address = "/") {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
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

  test("[K2.49][K2.50] leads from a row to the editor and the profile, and has four switches in it", async () => {
    open();
    await screen.findByRole("switch", { name: "Verificado: Marina" });
    const pathOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(pathOf("Ver perfil de Marina")).toBe(`/perfil/${user.id}`);
    expect(pathOf("Editar Marina")).toBe(`/admin/usuarios/editar/${user.id}`);
    const switches = screen.getAllByRole("switch").map((element) => element.getAttribute("aria-label") ?? "");
    expect(switches).toEqual(
      ["Verificado", "Premium", "Conta ativa", "Cidade coringa"].map((name) => `${name}: Marina`),
    );
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

  test("[K4.06] says for three seconds what was done, also when nobody is left in the list by then", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ["setTimeout", "clearTimeout"] });
    server.answer(VERIFY, () => ({ changed: [user.id], unchanged: [], refused: [] }));
    open("/?verificado=nao");
    await act(() => vi.advanceTimersByTimeAsync(0));
    fireEvent.click(screen.getByRole("switch", { name: "Verificado: Marina" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    fireEvent.click(screen.getByRole("button", { name: "Confirmar" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    server.answer(LIST, () => ({ users: [], hasMore: false }));
    await act(() => vi.advanceTimersByTimeAsync(2_999));
    expect(screen.getByText("Nenhum usuário encontrado")).toBeTruthy();
    expect(screen.getByText("Usuário verificado com sucesso!")).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.queryByText("Usuário verificado com sucesso!")).toBeNull();
  });

  test("asks for the list again after an action that failed half-way", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ["setTimeout", "clearTimeout"] });
    server.answer(VERIFY, () => refuse("SERVER_ERROR", 500));
    open();
    await act(() => vi.advanceTimersByTimeAsync(0));
    fireEvent.click(screen.getByRole("switch", { name: "Verificado: Marina" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    fireEvent.click(screen.getByRole("button", { name: "Confirmar" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    const before = server.callsOf(LIST).length;
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(server.callsOf(LIST)).toHaveLength(before + 1);
  });

  test("keeps the keyboard at the head of the column that it sorted by, and begins without chosen rows", async () => {
    open();
    fireEvent.click(await screen.findByLabelText("Selecionar Marina"));
    await screen.findByText("1 usuário selecionado");
    const head = screen.getByRole("button", { name: "Usuário" });
    head.focus();
    fireEvent.click(head);
    await waitFor(() => expect(server.callsOf(LIST).at(-1)?.query).toEqual({ sort: "name", direction: "asc" }));
    expect(document.activeElement).toBe(head);
    expect(head.isConnected).toBe(true);
    expect(screen.queryByText("1 usuário selecionado")).toBeNull();
  });

  test("acts on rows in sight only: a row that left the list is no longer chosen", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ["setTimeout", "clearTimeout"] });
    server.answer(VERIFY, () => ({ changed: [user.id], unchanged: [], refused: [] }));
    const bia = { ...user, id: "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5c", name: "Bia" };
    server.answer(LIST, () => ({ users: [user, bia], hasMore: false }));
    open();
    await act(() => vi.advanceTimersByTimeAsync(0));
    fireEvent.click(screen.getAllByLabelText("Selecionar todos desta página")[0] as HTMLElement);
    expect(screen.getByText("2 usuários selecionados")).toBeTruthy();
    server.answer(LIST, () => ({ users: [bia], hasMore: false }));
    fireEvent.click(screen.getByRole("switch", { name: "Verificado: Marina" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    fireEvent.click(screen.getByRole("button", { name: "Confirmar" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    await act(() => vi.advanceTimersByTimeAsync(1_001));
    expect(screen.getByText("1 usuário selecionado")).toBeTruthy();
  });

  test("empties the field when search and filters are cleared, and keeps a filter that is chosen while typing", async () => {
    open();
    const field = screen.getByLabelText<HTMLInputElement>("Nome, e-mail ou localização");
    fireEvent.change(field, { target: { value: "mar" } });
    fireEvent.change(screen.getByLabelText("Tipo"), { target: { value: "baby" } });
    await waitFor(() => expect(server.callsOf(LIST).at(-1)?.query).toEqual({ q: "mar", role: "baby" }));
    fireEvent.click(screen.getByRole("button", { name: "Limpar busca e filtros" }));
    await waitFor(() => expect(server.callsOf(LIST).at(-1)?.query).toEqual({}));
    expect(screen.getByLabelText<HTMLInputElement>("Nome, e-mail ou localização").value).toBe("");
    // The button is gone, and the focus must not be gone with it.
    expect(document.activeElement).not.toBe(document.body);
  });

  test("leads back from behind the last page", async () => {
    server.answer(LIST, ({ query }) => ({ users: query.page ? [] : [user], hasMore: false }));
    open("/?pagina=7");
    await screen.findByText("Nenhum usuário nesta página");
    fireEvent.click(screen.getByRole("button", { name: "Ir para a primeira página" }));
    await screen.findByText("1 a 1 de 1");
  });

  test("[T25] says before a suspension that the person reads its reason", async () => {
    open();
    fireEvent.click(await screen.findByRole("switch", { name: "Conta ativa: Marina" }));
    const reason = await screen.findByRole("textbox", {
      name: "Motivo",
      description: "A pessoa recebe este motivo por e-mail: não diga quem denunciou.",
    });
    expect(reason).toBeTruthy();
  });

  test("shows the switches that a person may not set, and disables them", async () => {
    open();
    const premium = await screen.findByRole<HTMLInputElement>("switch", { name: "Premium: Marina" });
    expect(premium.disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("switch", { name: "Conta ativa: Marina" }).disabled).toBe(false);
    expect(screen.queryByRole("link", { name: "Cadastro rápido" })).toBeNull();
  });
});
