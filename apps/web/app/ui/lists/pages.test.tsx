// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { Pages } from "./pages.tsx";

const open = (props: Parameters<typeof Pages>[0]) =>
  render(
    <MemoryRouter initialEntries={["/lista?situacao=todas&pagina=2"]}>
      <Pages {...props} />
    </MemoryRouter>,
  );

afterEach(cleanup);

test("the pages of a list lead on and back by links that keep its filter", () => {
  open({ page: 2, last: 3 });
  expect(screen.getByText("Página 2 de 3")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Anterior" }).getAttribute("href")).toBe("/lista?situacao=todas");
  expect(screen.getByRole("link", { name: "Próxima" }).getAttribute("href")).toBe("/lista?situacao=todas&pagina=3");
});

test("on the last page the way on is off", () => {
  open({ page: 3, last: 3 });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Próxima" }).disabled).toBe(true);
});

test("a list of one page says at most how much there is", () => {
  open({ page: 1, hasNext: false, children: "1 a 3 de 3" });
  expect(screen.getByText("1 a 3 de 3")).toBeTruthy();
  expect(screen.queryByText("Anterior")).toBeNull();
  cleanup();
  open({ page: 1, last: 1 });
  expect(screen.queryByRole("navigation")).toBeNull();
});
