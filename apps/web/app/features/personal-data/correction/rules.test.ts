import { expect, test } from "vitest";
import { listCorrections } from "./rules.ts";

const pathsOf = (corrections: { to: string }[]) => corrections.map(({ to }) => to);

test("each kind of data about the account leads to the screen where its member corrects or sees it", () => {
  const corrections = listCorrections({ email: "ana@example.com", isVerified: false });
  expect(pathsOf(corrections)).toEqual([
    "/configuracoes#conta",
    "/perfil",
    "/configuracoes#notificacoes",
    "/configuracoes#dispositivos",
    "/compras",
    "/verificacao",
  ]);
  expect(corrections[0]?.text).toBe("ana@example.com");
  expect(corrections.map(({ title, linkText }) => `${linkText}: ${title}`)).toEqual([
    "Alterar: E-mail",
    "Corrigir: Perfil",
    "Alterar: Configurações",
    "Ver: Dispositivos",
    "Ver: Compras",
    "Ver: Verificação",
  ]);
  for (const { text } of corrections) expect(text).not.toBe("");
});

test("a verified member is not asked to correct their age in the profile, because the document fixes it", () => {
  const [, profile] = listCorrections({ email: "ana@example.com", isVerified: true });
  expect(profile?.text).toBe("Nome, cidade, textos e fotos");
  expect(listCorrections({ email: "ana@example.com", isVerified: false })[1]?.text).toContain(" idade");
});
