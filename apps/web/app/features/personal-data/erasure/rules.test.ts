import { CATEGORY_NAMES } from "@caramelo/contract/personal-data/categories";
import { expect, test } from "vitest";
import { listOutcomes } from "./rules.ts";

test("[D5.17] every kind of data is named, either as gone or with what becomes of it", () => {
  const { gone: goneKinds, rest } = listOutcomes();
  expect(goneKinds.length + rest.length).toBe(CATEGORY_NAMES.length);
  expect(goneKinds).toContain("Presença");
  expect(goneKinds).toContain("Favoritos, visitas e filtros");
  expect(goneKinds).not.toContain("Mensagens");
});

test("[D5.17] what stays says until when, in words", () => {
  const texts = Object.fromEntries(listOutcomes().rest.map(({ name, text }) => [name, text]));
  expect(texts.Mensagens).toContain("Usuário removido");
  expect(texts["Registros de acesso"]).toContain("6 meses");
  expect(texts.Autorizações).toContain("5 anos");
  expect(Object.values(texts).join(" ")).not.toMatch(/[{}]/);
});
