// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useSearchParams } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FilterField, FilterForm } from "./filter-form.tsx";

const fields: FilterField[] = [
  { name: "q", label: "Buscar" },
  {
    name: "situacao",
    label: "Situação",
    options: [
      ["", "Todas"],
      ["pago", "Pago"],
    ],
  },
  { name: "de", label: "De", type: "date" },
];

function Form() {
  const [search] = useSearchParams();
  return (
    <FilterForm
      fields={fields}
      values={{ q: search.get("q") ?? "", situacao: search.get("situacao") ?? "", de: search.get("de") ?? "" }}
    />
  );
}

function open(address: string) {
  const router = createMemoryRouter([{ path: "/", Component: Form }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}

const textOf = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value;

const type = (text: string) => fireEvent.change(screen.getByLabelText("Buscar"), { target: { value: text } });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a choice is written to the address at once, without the page", () => {
  const router = open("/?q=ana&pagina=3");
  fireEvent.change(screen.getByLabelText("Situação"), { target: { value: "pago" } });
  expect(router.state.location.search).toBe("?q=ana&situacao=pago");
  expect(screen.queryByRole("button", { name: /filtrar|aplicar/i })).toBeNull();
});

test("a text is written to the address after a pause in typing, and the field keeps what was typed", () => {
  const router = open("/?pagina=3");
  type("ana");
  act(() => void vi.advanceTimersByTime(299));
  expect(router.state.location.search).toBe("?pagina=3");
  type("ana ");
  act(() => void vi.advanceTimersByTime(300));
  expect(router.state.location.search).toBe("?q=ana");
  expect(textOf("Buscar")).toBe("ana ");
});

test("Enter applies a text without the pause, and it is not written twice", () => {
  const router = open("/");
  type("ana");
  fireEvent.keyDown(screen.getByLabelText("Buscar"), { key: "Enter" });
  expect(router.state.location.search).toBe("?q=ana");
  const { key } = router.state.location;
  act(() => void vi.advanceTimersByTime(1_000));
  expect(router.state.location.key).toBe(key);
});

test("a choice made during the pause is kept when the text is written", () => {
  const router = open("/");
  type("ana");
  fireEvent.change(screen.getByLabelText("Situação"), { target: { value: "pago" } });
  act(() => void vi.advanceTimersByTime(300));
  expect(router.state.location.search).toBe("?situacao=pago&q=ana");
});

test("the filter is cleared as a whole: what was typed just before is neither written later nor left in its field", () => {
  const router = open("/?situacao=pago&pagina=3");
  type("ana");
  fireEvent.click(screen.getByRole("button", { name: "Limpar busca e filtros" }));
  expect([textOf("Buscar"), textOf("Situação")]).toEqual(["", ""]);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(router.state.location.search).toBe("");
  // The button is gone, and the focus must not be gone with it.
  expect(screen.queryByRole("button", { name: /^Limpar/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Buscar").closest("form"));
});

test("another address fills the fields, whatever was typed before", async () => {
  const router = open("/?q=ana&situacao=pago");
  expect([textOf("Buscar"), textOf("Situação")]).toEqual(["ana", "pago"]);
  type("bia");
  expect(textOf("Buscar")).toBe("bia");
  await act(() => router.navigate("/?q=carla"));
  expect([textOf("Buscar"), textOf("Situação")]).toEqual(["carla", ""]);
});

test("a day is written to the address after a pause, so that the digits of its year make no other days", () => {
  const router = open("/?situacao=pago");
  const choose = (day: string) => fireEvent.change(screen.getByLabelText("De"), { target: { value: day } });
  choose("0002-03-01");
  choose("2026-03-01");
  expect(router.state.location.search).toBe("?situacao=pago");
  act(() => void vi.advanceTimersByTime(300));
  expect(router.state.location.search).toBe("?situacao=pago&de=2026-03-01");
});

test("many choices are behind a button, which says how many are in use", () => {
  const element = <FilterForm fields={fields} values={{ q: "ana", situacao: "pago" }} areFolded />;
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  const button = screen.getByRole("button", { name: "Filtros 1" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
});
