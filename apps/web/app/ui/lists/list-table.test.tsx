// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "~/platform/api.ts";
import { type Column, ListTable } from "./list-table.tsx";

type Row = { id: string; name: string };

const rows: Row[] = [
  { id: "a", name: "Ana" },
  { id: "b", name: "Bia" },
];
const onSort = vi.fn();
const columns: Column<Row>[] = [
  { head: "Nome", isTitle: true, cell: ({ name }) => name, sort: { state: "ascending", onSort } },
  { head: "Número", cell: ({ id }) => id, sort: { state: undefined, onSort } },
  { head: "Ações", isUnlabelled: true, isHeadHidden: true, cell: () => <button type="button">Abrir</button> },
];
const loadedQuery = { data: {}, error: null, isPending: false, refetch: vi.fn() };

type Options = Partial<Parameters<typeof ListTable<Row>>[0]>;

/** Draws the list at the address "/", and returns the router. */
function draw(options: Options = {}) {
  const list = (
    <ListTable
      name="Pessoas"
      query={loadedQuery}
      failed="As pessoas não carregaram"
      rows={rows}
      columns={columns}
      empty="Ninguém"
      {...options}
    />
  );
  const router = createMemoryRouter([
    { path: "/", element: list },
    { path: "/pessoas/:id", element: list },
  ]);
  return { router, ...render(<RouterProvider router={router} />) };
}

afterEach(() => {
  cleanup();
  getSelection()?.removeAllRanges();
  vi.clearAllMocks();
});

test("a list is a table with a name, heads and a title in each row", () => {
  draw();
  const table = screen.getByRole("table", { name: "Pessoas" });
  const heads = within(table).getAllByRole("columnheader");
  // The styles show either the plain name or the button of a head that sorts.
  expect(heads.map(({ firstElementChild }) => firstElementChild?.textContent)).toEqual(["Nome", "Número", "Ações"]);
  const titles = within(table).getAllByRole("rowheader");
  expect(titles.map(({ textContent }) => textContent)).toEqual(["Ana", "Bia"]);
});

test("a cell says which column it is of, except where it says so itself", () => {
  draw({ rows: rows.slice(0, 1) });
  const cells = screen.getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual(["Númeroa", "Abrir"]);
});

test("a head that sorts says how the list is sorted, and sorts it", () => {
  draw();
  const heads = screen.getAllByRole("columnheader");
  expect(heads.map((head) => head.getAttribute("aria-sort"))).toEqual(["ascending", null, null]);
  fireEvent.click(screen.getByRole("button", { name: "Número" }));
  expect(onSort).toHaveBeenCalledOnce();
});

test("rows are chosen one by one or all at once", () => {
  const onSelect = vi.fn();
  draw({ selection: { ids: new Set(["a"]), onSelect, nameOf: ({ name }) => name } });
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Selecionar Ana" }).checked).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: "Selecionar Bia" }));
  expect(onSelect).toHaveBeenLastCalledWith(["b"], true);
  const [all] = screen.getAllByRole<HTMLInputElement>("checkbox", { name: "Selecionar todos desta página" });
  expect(all?.checked).toBe(false);
  if (all) fireEvent.click(all);
  expect(onSelect).toHaveBeenLastCalledWith(["a", "b"], true);
});

test("a press on a row opens its link, unless it meets a control or ends a selection of text", async () => {
  const { router } = draw({ linkOf: ({ id }) => ({ to: `/pessoas/${id}`, state: { from: "lista" } }) });
  const [cell] = screen.getAllByRole("cell", { name: "b" });
  if (!cell) throw new Error("The row has no cell");
  const [button] = screen.getAllByRole("button", { name: "Abrir" });
  if (button) fireEvent.click(button);
  getSelection()?.selectAllChildren(cell);
  fireEvent.click(cell);
  expect(router.state.location.pathname).toBe("/");
  getSelection()?.removeAllRanges();
  fireEvent.click(cell);
  expect(router.state.location).toMatchObject({ pathname: "/pessoas/b", state: { from: "lista" } });
});

test("a press on a row with Ctrl opens its link in a new tab", () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const { router } = draw({ linkOf: ({ id }) => ({ to: `/pessoas/${id}` }) });
  fireEvent.click(screen.getByRole("rowheader", { name: "Ana" }), { ctrlKey: true });
  expect(open).toHaveBeenCalledExactlyOnceWith("/pessoas/a", "_blank", "noopener");
  expect(router.state.location.pathname).toBe("/");
});

test("a list without links does nothing when a row is pressed", () => {
  const { router } = draw();
  fireEvent.click(screen.getByRole("rowheader", { name: "Ana" }));
  expect(router.state.location.pathname).toBe("/");
});

test("a list waits, says why it did not load, or that it is empty", () => {
  const query = { ...loadedQuery, data: undefined };
  draw({ query: { ...query, isPending: true }, rows: [] });
  expect(screen.getByText("Carregando…")).toBeTruthy();
  cleanup();
  const failure = { ...query, error: new ApiError("SERVER_ERROR", "O servidor falhou") };
  draw({ query: failure, rows: [] });
  expect(screen.getByText("As pessoas não carregaram")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Tentar Novamente" }));
  expect(loadedQuery.refetch).toHaveBeenCalledOnce();
  cleanup();
  draw({ query: failure, rows: [], failed: (why) => `Erro: ${why}` });
  expect(screen.getByText("Erro: O servidor falhou")).toBeTruthy();
  expect(screen.queryByText("Ninguém")).toBeNull();
  cleanup();
  draw({ rows: [], failed: "" });
  expect(screen.getByText("Ninguém")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});
