import { describe, expect, test } from "vitest";
import {
  countText,
  failureText,
  filterOf,
  nextOrder,
  pageText,
  readListState,
  readUserList,
  refusalText,
  sortStateOf,
  summaryText,
  switchWords,
  tidyUserSearch,
  toListState,
} from "./rules.ts";

const at = (address: string) => new URLSearchParams(address);

describe("the address of the list of users", () => {
  test("holds search, filters, order and page, and leaves out what is not understood", () => {
    const address =
      "q=ana%20%25&tipo=daddy&situacao=suspensas&verificado=sim&premium=nao&gerenciado=sim&coringa=nao&pagina=3";
    expect(readUserList(at(address))).toEqual({
      q: "ana %",
      role: "daddy",
      status: "suspended",
      verified: "yes",
      premium: "no",
      managed: "yes",
      wildcard: "no",
      page: 3,
    });
    expect(readUserList(at("tipo=toString&situacao=&verificado=talvez&ordem=valor&pagina=0&q=%20"))).toEqual({});
  });

  test("names an order, and its other way with a minus", () => {
    expect(readUserList(at("ordem=nome"))).toEqual({ sort: "name", direction: "asc" });
    expect(readUserList(at("ordem=-nome"))).toEqual({ sort: "name", direction: "desc" });
    expect(readUserList(at("ordem=cadastro"))).toEqual({ sort: "created", direction: "desc" });
    expect(readUserList(at("ordem=-cadastro"))).toEqual({ sort: "created", direction: "asc" });
    expect(filterOf(readUserList(at("q=a&ordem=nome&pagina=2")))).toEqual({ q: "a" });
  });

  test("a column's head turns its own order around and begins another one with its first way", () => {
    expect(sortStateOf(at(""), "cadastro")).toBe("descending");
    expect(sortStateOf(at("ordem=idade"), "idade")).toBe("ascending");
    expect(sortStateOf(at("ordem=idade"), "cadastro")).toBeUndefined();
    expect(nextOrder(at(""), "cadastro")).toBe("-cadastro");
    expect(nextOrder(at("ordem=-cadastro"), "cadastro")).toBe("cadastro");
    expect(nextOrder(at(""), "nome")).toBe("nome");
    expect(nextOrder(at("ordem=nome"), "nome")).toBe("-nome");
  });
});

test("the way back from a user leads to the list as it was left, whatever the history holds", () => {
  expect(readListState(toListState(at("q=a&pagina=2")))).toBe("?q=a&pagina=2");
  expect(readListState(toListState(at("")))).toBe("");
  for (const state of [null, undefined, "?q=a", 7, {}, { list: 7 }, { list: "/busca" }])
    expect(readListState(state)).toBe("");
});

test("a search is the typed text without blank ends; a blank one is no search", () => {
  expect(tidyUserSearch("  (x) ")).toBe("(x)");
  expect(tidyUserSearch("   ")).toBeUndefined();
});

test("[K7.03] counts are exact, but of a search that finds more than are counted", () => {
  expect(countText({ count: 4_812, isExact: true })).toBe("4.812");
  expect(countText({ count: 10_000, isExact: false })).toBe("10.000+");
  expect(pageText(2, 20, { count: 4_812, isExact: true })).toBe("21 a 40 de 4.812");
  expect(pageText(1, 3, undefined)).toBe("1 a 3");
});

test("[K8.06] each switch has its own words of success", () => {
  expect(Object.values(switchWords).flatMap(({ done }) => [done.on, done.off])).toEqual([
    "Usuário verificado com sucesso!",
    "Usuário desverificado com sucesso!",
    "Usuário promovido a Premium com sucesso!",
    "Usuário removido do Premium com sucesso!",
    "Conta ativada com sucesso!",
    "Conta desativada com sucesso!",
    "Cidade coringa ativada com sucesso!",
    "Cidade coringa desativada com sucesso!",
  ]);
});

test("[K8.07] a failed switch says what failed and why", () => {
  expect(failureText("active", false, "sem conexão")).toBe("Erro ao desativar conta: sem conexão");
  expect(failureText("verified", true, refusalText("managed"))).toBe(
    "Erro ao verificar usuário: um perfil gerenciado não pode ser verificado nem Premium",
  );
});

test("an action on several members is summed up", () => {
  const ids = (count: number) => Array.from({ length: count }, String);
  const refusedMembers = [{ id: "1", why: "managed" as const }];
  expect(summaryText({ changed: ids(2), unchanged: ids(1), refused: refusedMembers })).toBe(
    "2 usuários alterados, 1 já estava assim, 1 recusado",
  );
  expect(summaryText({ changed: ids(1), unchanged: [], refused: [] })).toBe("1 usuário alterado");
});
