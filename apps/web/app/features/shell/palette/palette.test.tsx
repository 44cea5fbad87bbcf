// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Flag, UserRound, Users } from "lucide-react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "~/platform/api.ts";
import { Palette } from "./palette.tsx";
import type { PaletteEntry } from "./palette-rules.ts";

const run = vi.fn();
const groups = [
  { name: "Telas", entries: [{ key: "users", label: "Usuários", icon: Users, to: "/admin/usuarios" }] },
  { name: "Ações", entries: [{ key: "case", label: "Próxima denúncia", icon: Flag, run }] },
];
const person = (name: string): PaletteEntry => ({ key: name, label: name, icon: UserRound, to: `/pessoa/${name}` });
const find = vi.fn(async (q: string) => (q === "ana" ? [person("Ana"), person("Anita")] : []));
const onClose = vi.fn();

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const element = (
    <QueryClientProvider client={client}>
      <Palette groups={groups} sources={[{ name: "Pessoas", find }]} onClose={onClose} />
    </QueryClientProvider>
  );
  const router = createMemoryRouter([{ path: "*", element }]);
  render(<RouterProvider router={router} />);
  return router;
}
const field = () => screen.getByRole<HTMLInputElement>("combobox");
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (key: string) => fireEvent.keyDown(field(), { key });
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const activeOption = () =>
  document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent ?? undefined;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

test("the palette lists screens and actions, and the server is asked after a pause in typing", async () => {
  open();
  await pass(0);
  expect(options()).toEqual(["Usuários", "Próxima denúncia"]);
  type("an");
  await pass(100);
  type("ana");
  await pass(199);
  expect(find).not.toHaveBeenCalled();
  expect(screen.getByRole("status").textContent).toBe("Procurando…");
  await pass(1);
  expect(find).toHaveBeenCalledOnce();
  // The answer is drawn in a separate task.
  await pass(10);
  expect(options()).toEqual(["Ana", "Anita"]);
  expect(screen.getByRole("status").textContent).toBe("2 resultados");
});

test("the arrows choose, and Enter opens a screen or does an action", async () => {
  const router = open();
  await pass(0);
  expect(activeOption()).toBe("Usuários");
  press("ArrowDown");
  expect(activeOption()).toBe("Próxima denúncia");
  press("Enter");
  expect(run).toHaveBeenCalledOnce();
  press("ArrowDown");
  press("Enter");
  await pass(0);
  expect(router.state.location.pathname).toBe("/admin/usuarios");
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("Enter before the answer opens what the typed text finds, unless another text was typed meanwhile", async () => {
  const router = open();
  await pass(0);
  type("ana");
  press("Enter");
  await pass(0);
  expect(router.state.location.pathname).toBe("/pessoa/Ana");
  let answer: (people: PaletteEntry[]) => void = () => {};
  find.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  type("bia");
  press("Enter");
  type("bianca");
  await act(async () => answer([person("Bia")]));
  expect(router.state.location.pathname).toBe("/pessoa/Ana");
});

test("two letters ask the server only by Enter", async () => {
  const router = open();
  await pass(0);
  type("zz");
  await pass(1_000);
  expect(find).not.toHaveBeenCalled();
  expect(screen.getByRole("status").textContent).toBe("Digite ao menos 3 letras");
  find.mockResolvedValueOnce([person("Zz")]);
  press("Enter");
  await pass(0);
  expect(router.state.location.pathname).toBe("/pessoa/Zz");
});

test("two letters for which Enter finds nothing, or fails, show a message until another one is typed", async () => {
  open();
  await pass(0);
  type("zz");
  find.mockRejectedValueOnce(new ApiError("NETWORK_ERROR", "Sem conexão"));
  for (const words of ["Sem conexão", "Nada encontrado"]) {
    press("Enter");
    await pass(10);
    expect(screen.getByRole("status").textContent).toBe(words);
  }
  type("zy");
  expect(screen.getByRole("status").textContent).toBe("Digite ao menos 3 letras");
});

test("a search that finds nothing or fails says so", async () => {
  open();
  await pass(0);
  type("zzz");
  await pass(200);
  await pass(10);
  expect(screen.getByRole("status").textContent).toBe("Nada encontrado");
  find.mockRejectedValueOnce(new ApiError("NETWORK_ERROR", "Sem conexão"));
  type("yyy");
  await pass(200);
  await pass(10);
  expect(screen.getByRole("status").textContent).toBe("Sem conexão");
});
