import { CATEGORY_NAMES } from "@caramelo/contract/personal-data/categories";
import { expect, test } from "vitest";
import { listCorrections, listOutcomes } from "./rules.ts";

const corrections = listCorrections({ email: "ana@example.com", isVerified: false });

test("a member sees the address of their account, with a link to where they change it", () => {
  expect(corrections).toContainEqual({
    title: "E-mail",
    text: "ana@example.com",
    to: "/configuracoes#conta",
    linkText: "Alterar",
  });
});

test("each kind of data about the account has its own link", () => {
  expect(new Set(corrections.map(({ to }) => to)).size).toBe(corrections.length);
});

test("a verified member is not asked to correct their age in the profile, because the document fixes it", () => {
  const profileText = (isVerified: boolean) =>
    listCorrections({ email: "ana@example.com", isVerified }).find(({ to }) => to === "/perfil")?.text;
  expect(profileText(false)).toContain(" idade");
  expect(profileText(true)).toBe("Nome, cidade, textos e fotos");
});

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
