// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useSearchParams } from "react-router";
import { afterEach, expect, test } from "vitest";
import { type FilterField, FilterForm } from "./filter-form.tsx";

const fields: FilterField[] = [
  { name: "q", label: "Buscar", className: "" },
  {
    name: "situacao",
    label: "Situação",
    options: [
      ["", "Todas"],
      ["pago", "Pago"],
    ],
    className: "",
  },
];

function Form() {
  const [search] = useSearchParams();
  return <FilterForm fields={fields} values={{ q: search.get("q") ?? "", situacao: search.get("situacao") ?? "" }} />;
}

function open(address: string) {
  const router = createMemoryRouter([{ path: "/", Component: Form }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}

const textOf = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value;

afterEach(cleanup);

test("what is typed stands in the address after the button, without what is empty and without the page", () => {
  const router = open("/?q=ana&pagina=3");
  fireEvent.change(screen.getByLabelText("Buscar"), { target: { value: "  " } });
  fireEvent.change(screen.getByLabelText("Situação"), { target: { value: "pago" } });
  expect(router.state.location.search).toBe("?q=ana&pagina=3");
  fireEvent.submit(screen.getByRole("button", { name: "Filtrar" }));
  expect(router.state.location.search).toBe("?situacao=pago");
});

test("another address fills the fields, whatever was typed before", async () => {
  const router = open("/?q=ana&situacao=pago");
  expect([textOf("Buscar"), textOf("Situação")]).toEqual(["ana", "pago"]);
  fireEvent.change(screen.getByLabelText("Buscar"), { target: { value: "bia" } });
  expect(textOf("Buscar")).toBe("bia");
  await router.navigate("/?q=carla");
  await screen.findByDisplayValue("carla");
  expect(textOf("Situação")).toBe("");
});
