import { expect, test } from "vitest";
import { listCorrections } from "./rules.ts";

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
