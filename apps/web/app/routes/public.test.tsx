// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionUser } from "~/platform/session.ts";
import { openFakeServer } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";

const code = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock("./member-frame.tsx", async () => {
  await code.promise;
  return { MemberFrame: ({ children }: { children: ReactNode }) => <section aria-label="Membro">{children}</section> };
});
vi.mock("~/features/shell/arrival/guest-bar.tsx", () => ({ GuestBar: () => <p>Entrar</p> }));

let answerSession: (user: SessionUser | null) => void;

beforeEach(() => {
  // The session of the module is unknown anew in each test.
  vi.resetModules();
  const { promise, resolve } = Promise.withResolvers<SessionUser | null>();
  answerSession = resolve;
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
                <textarea aria-label="O que aconteceu" />
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

test("what a member types before the session and the bars have come stays, with the guest's bar until the next page", async () => {
  await open();
  answerSession(makeSessionUser());
  await settle();
  // The session is there, and the code of the bars is still on its way.
  type("Apareceu uma foto");
  code.resolve();
  await settle();
  expect(typedText()).toBe("Apareceu uma foto");
  expect(screen.queryByRole("region", { name: "Membro" })).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: "Termos" }));
  await screen.findByRole("region", { name: "Membro" });
  screen.getByRole("heading", { name: "Termos de uso" });
});

test("what a member types before the session has come stays", async () => {
  code.resolve();
  await open();
  type("Apareceu uma foto");
  answerSession(makeSessionUser());
  await settle();
  expect(typedText()).toBe("Apareceu uma foto");
});

test("a member who types nothing gets the bars, and a guest keeps the guest's", async () => {
  code.resolve();
  await open();
  answerSession(makeSessionUser());
  await screen.findByRole("region", { name: "Membro" });
  cleanup();
  vi.resetModules();
  openFakeServer().answer("GET /session", () => ({ user: null, hasExpired: false }));
  await open();
  await settle();
  type("Apareceu uma foto");
  screen.getByText("Entrar");
  expect(typedText()).toBe("Apareceu uma foto");
});
