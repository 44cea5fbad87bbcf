// @vitest-environment happy-dom
import { mapAbout } from "@caramelo/contract/texts/about";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { FakeUpload } from "~/testing/fake-upload.ts";
import type { QuickPerson } from "./queries.ts";
import { QuickCreate } from "./quick-create.tsx";

const DRAW = "GET /admin/quick-person";

const people = ["ana", "bia"].map((name, at): QuickPerson => {
  const facts = { password: `senha-de-${name}`, name, age: 24, city: { id: 3_550_308, label: "São Paulo, SP" } };
  const texts = { ...mapAbout(() => "Um texto."), face: `${at}`.repeat(16), photos: 0 };
  return { ...facts, ...texts, email: `${name}@exemplo.invalid`, gender: "Feminino", accountType: "baby" };
});
const photo = () => new File(["x"], "x.jpg", { type: "image/jpeg" });

let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
  let drawnCount = 0;
  server.answer(DRAW, () => people[drawnCount++ % people.length]);
  FakeUpload.all = [];
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The screen with a simple picker, which shows the number of files and not their pictures. */
function Screen() {
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <QuickCreate
      photos={{ files: [...files], replace: setFiles }}
      renderPicker={({ error }) => (
        <>
          <p>{files.length} fotos</p>
          <input aria-label="Adicionar foto" />
          <button type="button" onClick={() => setFiles([...files, photo()])}>
            Mais uma
          </button>
          {error && <p>{error}</p>}
        </>
      )}
    />
  );
}

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByDisplayValue("ana");
}
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Criar Usuário (Não Verificado)" }));
const addPhoto = () => fireEvent.click(screen.getByRole("button", { name: "Mais uma" }));

test("[K2.68] the form says that the user is made unverified, and leads back to the list", async () => {
  await open();
  screen.getByText(/O usuário é criado não verificado/);
  expect(screen.getByRole("link", { name: "Voltar para Lista" }).getAttribute("href")).toBe("/admin/usuarios");
  screen.getByRole("button", { name: "Criar Usuário (Não Verificado)" });
});

test("[K5.15][K5.17] missing photos are said next to the errors of the fields, until one is added", async () => {
  await open();
  fireEvent.input(screen.getByLabelText("Nome"), { target: { value: "" } });
  submit();
  await screen.findByText("Nome é obrigatório");
  expect(screen.getByText("Adicione pelo menos 2 fotos")).toBeTruthy();
  addPhoto();
  expect(screen.queryByText("Adicione pelo menos 2 fotos")).toBeNull();
  fireEvent.input(screen.getByLabelText("Nome"), { target: { value: "Ana" } });
  submit();
  await screen.findByText("Adicione pelo menos 2 fotos");
  expect(document.activeElement).toBe(screen.getByLabelText("Adicionar foto"));
  expect(FakeUpload.all).toEqual([]);
});

test("[K4.10][D3.21] the data for the login is shown once, in sight, and the form starts empty", async () => {
  await open();
  addPhoto();
  addPhoto();
  submit();
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  act(() => FakeUpload.latest.reply(200, { id: "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b" }));
  await screen.findByText("Usuário ana criado com sucesso! (Status: Não verificado)");
  expect(document.activeElement?.textContent).toContain("senha-de-ana");
  await screen.findByDisplayValue("bia");
  expect(screen.getByText("0 fotos")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Já anotei" }));
  expect(document.body.textContent).not.toContain("senha-de-ana");
});

test("[K8.14] where the server only says that it failed, the form says what did not work", async () => {
  await open();
  addPhoto();
  addPhoto();
  submit();
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  act(() => FakeUpload.latest.reply(500, {}));
  await screen.findByText("Erro ao criar usuário. Tente novamente.");
});

test("photos that are picked before the drawn ones come are kept", async () => {
  const [ana] = people;
  server.answer(DRAW, () => ({ ...ana, photos: 1 }));
  let answer = (_: Response) => {};
  const pictures = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
    String(input).includes("/photos/") ? pictures : fetch(input, init),
  );
  await open();
  addPhoto();
  await act(async () => {
    answer(new Response("webp"));
    await pictures;
  });
  expect(screen.getByText("1 fotos")).toBeTruthy();
});
