// @vitest-environment happy-dom
import { mapAbout } from "@caramelo/contract/texts/about";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, type MemoryRouterProps } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import type { StaffUserDetail } from "../queries.ts";
import { UserEditor } from "./user-editor.tsx";

const ID = "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b";
const READ = "GET /admin/members/:id";
const EDIT = "PUT /admin/members/:id";
const CHOOSE = "PUT /admin/photos/:id/main";

const photo = {
  small: "/s",
  medium: "/m",
  large: "/l",
  width: 3,
  height: 4,
  thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
};
const user: StaffUserDetail = {
  id: ID,
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
  gender: "Feminino",
  isAgeFixed: false,
  cityId: 3_550_308,
  ...mapAbout(() => "Um texto."),
  updatedAt: "2026-11-22T16:00:00.000Z",
  cases: [],
  pendingEmail: null,
  hasFactor: false,
  lastActiveAt: null,
  photos: [
    { id: "1", ...photo },
    { id: "2", ...photo },
  ],
};

let server: FakeServer;
let client: QueryClient;

beforeEach(() => {
  server = openFakeServer();
  server.answer(READ, () => user);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(entry: NonNullable<MemoryRouterProps["initialEntries"]>[number] = "/", mayEmail = true) {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[entry]}>
        <UserEditor
          id={ID}
          may={{ email: mayEmail, premium: true, orders: true }}
          renderManaged={() => null}
          renderAccess={() => null}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("[K2.51][K2.53][K2.54][K2.55][K2.56] the form edits the person, four switches and both texts, and can be cancelled", async () => {
  const answer = Promise.withResolvers<StaffUserDetail>();
  server.answer(READ, () => answer.promise);
  open();
  expect(screen.getByRole("status").textContent).toContain("Carregando");
  expect(screen.queryByRole("textbox")).toBeNull();
  answer.resolve(user);
  await screen.findByRole("heading", { level: 1, name: "Editar Perfil de Marina" });
  const readField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect([readField("Nome completo"), readField("E-mail"), readField("Idade")]).toEqual(["Marina", user.email, "27"]);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Feminino" }).checked).toBe(true);
  expect(readField("Localização")).toBe("São Paulo, SP");
  const age = screen.getByLabelText("Idade");
  expect([age.getAttribute("min"), age.getAttribute("max")]).toEqual(["18", "99"]);
  for (const name of ["Perfil Verificado", "Usuário Premium", "Conta Ativa", "Cidade Coringa"])
    expect(screen.getByRole("checkbox", { name: new RegExp(`^${name}`) })).toBeTruthy();
  screen.getByText(/mesma cidade de quem está navegando/);
  for (const label of ["Sobre o usuário", "O que está buscando"])
    expect(screen.getByLabelText(label).hasAttribute("required")).toBe(true);
  for (const name of ["Voltar aos usuários", "Cancelar"])
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/admin/usuarios");
  screen.getByRole("button", { name: "Salvar Alterações" });
});

const save = async () => fireEvent.click(await screen.findByRole("button", { name: "Salvar Alterações" }));

test("[K4.11] what was saved is said for three seconds, and the form goes on from it", async () => {
  server.answer(EDIT, () => ({ ...user, name: "Bia", updatedAt: "2026-11-22T17:00:00.000Z" }));
  open();
  fireEvent.input(await screen.findByLabelText("Nome completo"), { target: { value: "Bia" } });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.click(screen.getByRole("button", { name: "Salvar Alterações" }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(server.callsOf(EDIT)[0]?.body).toMatchObject({ name: "Bia", updatedAt: user.updatedAt });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Editar Perfil de Bia");
  await act(() => vi.advanceTimersByTimeAsync(2_999));
  expect(screen.getByText("Perfil atualizado com sucesso!")).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.queryByText("Perfil atualizado com sucesso!")).toBeNull();
});

test("[K2.52][K8.10] a user who did not load, and one who does not exist, say so", async () => {
  server.answer(READ, () => refuse("SERVER_ERROR", 500));
  open();
  await screen.findByText("Erro ao carregar perfil do usuário: Erro interno do servidor. Nossa equipe foi notificada.");
  cleanup();
  server.answer(READ, () => refuse("NOT_FOUND", 404));
  open();
  await screen.findByRole("heading", { name: "Usuário não encontrado" });
});

test("[K8.10] a refused edit shows the server's text in red, and a changed user can be loaded again", async () => {
  server.answer(EDIT, () => refuse("USER_CHANGED"));
  open();
  await save();
  const alert = await screen.findByText(/Este perfil foi alterado enquanto você editava/);
  expect(alert.closest("[role=alert]")).not.toBeNull();
  server.answer(READ, () => ({ ...user, name: "Bia", updatedAt: "2026-11-22T17:00:00.000Z" }));
  fireEvent.click(screen.getByRole("button", { name: "Recarregar" }));
  fireEvent.click(await screen.findByRole("button", { name: "Descartar" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Nome completo").value).toBe("Bia"));
});

test("[K8.10] where the server only says that it failed, the form says what did not work", async () => {
  server.answer(EDIT, () => refuse("SERVER_ERROR", 500));
  open();
  await save();
  await screen.findByText("Erro ao atualizar perfil");
});

test("a change by another person does not take away what is being typed", async () => {
  const { container } = open();
  fireEvent.input(await screen.findByLabelText("Nome completo"), { target: { value: "Bia" } });
  const theirs = { ...user, age: 40, updatedAt: "2026-11-22T17:00:00.000Z" };
  server.answer(READ, () => theirs);
  await act(() => client.refetchQueries());
  expect(screen.getByLabelText<HTMLInputElement>("Nome completo").value).toBe("Bia");
  server.answer(EDIT, () => refuse("USER_CHANGED"));
  await save();
  await screen.findByText(/Este perfil foi alterado enquanto você editava/);
  // The edit starts from the values at the time when the form was opened.
  expect(server.callsOf(EDIT)[0]?.body).toMatchObject({ name: "Bia", age: 27, updatedAt: user.updatedAt });
  expect(container.querySelector("form")).not.toBeNull();
});

test("a form that cannot be loaded again stays as it is and says why", async () => {
  server.answer(EDIT, () => refuse("USER_CHANGED"));
  open();
  fireEvent.input(await screen.findByLabelText("Nome completo"), { target: { value: "Bia" } });
  await save();
  server.answer(READ, () => refuse("RATE_LIMIT_EXCEEDED", 429));
  fireEvent.click(await screen.findByRole("button", { name: "Recarregar" }));
  fireEvent.click(await screen.findByRole("button", { name: "Continuar editando" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(server.callsOf(READ)).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Recarregar" }));
  fireEvent.click(await screen.findByRole("button", { name: "Descartar" }));
  await screen.findByText(/^Erro ao carregar perfil do usuário: Muitas tentativas/);
  expect(screen.getByLabelText<HTMLInputElement>("Nome completo").value).toBe("Bia");
});

test("after a save the focus stays where it was", async () => {
  server.answer(EDIT, () => ({ ...user, name: "Bia", updatedAt: "2026-11-22T17:00:00.000Z" }));
  open();
  await save();
  await screen.findByText("Perfil atualizado com sucesso!");
  expect(document.activeElement?.textContent).toBe("Salvar Alterações");
});

test("the way back leads to the list as it was left", async () => {
  open({ pathname: "/", state: { list: "?q=bia&pagina=2" } });
  for (const name of ["Voltar aos usuários", "Cancelar"])
    expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe("/admin/usuarios?q=bia&pagina=2");
});

test("[K8.11] a profile photo that was not chosen says so", async () => {
  server.answer(CHOOSE, fail);
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Foto 2: Usar no perfil" }));
  await screen.findByText("Erro ao definir foto de perfil");
});

test("an address that a moderator asks to see takes the place of the button, and gets the focus", async () => {
  server.answer(READ, () => ({ ...user, email: "m…@exemplo.invalid" }));
  server.answer("POST /admin/members/:id/email", () => ({ email: user.email }));
  open("/", false);
  fireEvent.click(await screen.findByRole("button", { name: "Mostrar e-mail" }));
  const address = await screen.findByText(user.email);
  await waitFor(() => expect(document.activeElement).toBe(address));
});
