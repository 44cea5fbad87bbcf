// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionUser } from "~/platform/session.ts";
import { openFakeServer } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";

function MemberFrame({ children }: { children: ReactNode }) {
  return <section aria-label="Membro">{children}</section>;
}

let answerSession: (user: SessionUser | null) => void;
/** Lets the code of the member's bars arrive. */
let sendCode: () => void;

beforeEach(() => {
  // The module does not know the session at the start of each test.
  vi.resetModules();
  const { promise, resolve } = Promise.withResolvers<SessionUser | null>();
  answerSession = resolve;
  const code = Promise.withResolvers<void>();
  sendCode = code.resolve;
  vi.doMock("./member-frame.tsx", async () => {
    await code.promise;
    return { MemberFrame };
  });
  openFakeServer().answer("GET /session", async () => ({ user: await promise, hasExpired: false }));
  return () => vi.unstubAllGlobals();
});
afterEach(cleanup);

async function open() {
  const { default: PublicLayout } = await import("./public.tsx");
  render(
    <MemoryRouter initialEntries={["/denunciar-conteudo"]}>
      <Routes>
        <Route element={<PublicLayout />}>
          <Route
            path="/denunciar-conteudo"
            element={
              <>
                <select aria-label="Do que se trata" defaultValue="">
                  <option value="">Escolha</option>
                  <option value="minors">Menores</option>
                </select>
                <textarea aria-label="O que aconteceu" />
                <input type="checkbox" aria-label="Aceito os termos" />
                <input type="radio" aria-label="Sou eu" />
                <Link to="/termos">Termos</Link>
              </>
            }
          />
          <Route path="/termos" element={<h1>Termos de uso</h1>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
}

const type = (text: string) => fireEvent.input(screen.getByRole("textbox"), { target: { value: text } });
const typedText = () => screen.getByRole<HTMLTextAreaElement>("textbox").value;
/** Lets answers and code arrive that are there already. */
const settle = () => act(() => new Promise((resolve) => setImmediate(resolve)));

test("what a member types before the bars have come stays, with the guest's bar until the next page", async () => {
  await open();
  answerSession(makeSessionUser());
  await settle();
  // The session is there, and the code of the bars is still on its way.
  type("Apareceu uma foto");
  sendCode();
  await settle();
  expect(typedText()).toBe("Apareceu uma foto");
  expect(screen.queryByRole("region", { name: "Membro" })).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: "Termos" }));
  await screen.findByRole("region", { name: "Membro" });
  screen.getByRole("heading", { name: "Termos de uso" });
});

test.each([
  ["types", () => type("Apareceu uma foto")],
  ["chooses", () => fireEvent.change(screen.getByRole("combobox"), { target: { value: "minors" } })],
  ["checks", () => fireEvent.click(screen.getByRole("checkbox"))],
  ["picks", () => fireEvent.click(screen.getByRole("radio"))],
])("what a member %s before the session has come stays, with the way to the search above it", async (_, fill) => {
  sendCode();
  await open();
  fill();
  const main = screen.getByRole("main");
  answerSession(makeSessionUser());
  await settle();
  expect(screen.getByRole("main")).toBe(main);
  expect(screen.getByRole("link", { name: "Buscar perfis" }).getAttribute("href")).toBe("/busca");
  expect(screen.queryByRole("link", { name: "Entrar" })).toBeNull();
});

test("a member who types nothing gets the member's bars", async () => {
  sendCode();
  await open();
  answerSession(makeSessionUser());
  await screen.findByRole("region", { name: "Membro" });
});

test("a guest keeps the guest's bar", async () => {
  sendCode();
  await open();
  answerSession(null);
  await settle();
  type("Apareceu uma foto");
  screen.getByRole("link", { name: "Entrar" });
  expect(typedText()).toBe("Apareceu uma foto");
});
