// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Empty, NobodyFound } from "./nobody-found.tsx";

afterEach(cleanup);

const nothing = () => {};

/** The links and buttons that an empty list offers. */
function waysOut(empty: Omit<Empty, "action">) {
  const { container } = render(<NobodyFound {...empty} action={<a href="/perfil">Completar meu perfil</a>} />);
  const ways = [...container.querySelectorAll("a, button")].map(({ textContent }) => textContent);
  cleanup();
  return ways;
}

test("[K2.21][K2.22][K2.23] an empty list offers only what helps: no tab of all that is empty too", () => {
  expect(waysOut({ tab: "novos", clear: undefined, showAll: nothing })).toEqual(["Ver todos os perfis"]);
  expect(waysOut({ tab: "novos", clear: nothing, showAll: nothing })).toEqual([
    "Limpar Filtros",
    "Ver todos os perfis",
  ]);
  expect(waysOut({ tab: "novos", clear: nothing, showAll: undefined })).toEqual(["Limpar Filtros"]);
  for (const tab of ["todos", "destaque", "novos"] as const) {
    expect(waysOut({ tab, clear: undefined, showAll: undefined })).toEqual(["Completar meu perfil"]);
  }
});
