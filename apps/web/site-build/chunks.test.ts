import { expect, test } from "vitest";
import { findPages } from "./chunks.ts";

const APP = "/caramelo/apps/web/app";
const IMPORTERS: Record<string, string[]> = {
  [`${APP}/ui/button.tsx`]: [`${APP}/root.tsx`],
  [`${APP}/ui/field.tsx`]: [`${APP}/features/sign-in.tsx`],
  [`${APP}/features/sign-in.tsx`]: [`${APP}/routes/login.tsx`, `${APP}/features/sign-in.tsx`],
  [`${APP}/ui/control.ts`]: [`${APP}/ui/field.tsx`, `${APP}/routes/mensagens.tsx`],
  [`${APP}/ui/bars.tsx`]: [`${APP}/routes/member.tsx`],
  [`${APP}/ui/moments.ts`]: [`${APP}/routes/open-chat.tsx`, `${APP}/routes/medidas.tsx`],
  [`${APP}/ui/card.tsx`]: [`${APP}/routes/busca.tsx`, `${APP}/routes/perfil-membro.tsx`, `${APP}/routes/favoritos.tsx`],
};
const pagesOf = (file: string) => findPages(`${APP}/${file}`, (module) => IMPORTERS[module] ?? []);

test("a file belongs to the first pages that import it from their start, directly or not", () => {
  expect(pagesOf("ui/button.tsx")).toEqual(["login", "busca", "mensagens", "chat", "perfil"]);
  expect(pagesOf("ui/bars.tsx")).toEqual(["busca", "mensagens", "chat", "perfil"]);
  expect(pagesOf("ui/field.tsx")).toEqual(["login"]);
  expect(pagesOf("ui/card.tsx")).toEqual(["busca", "perfil"]);
});

test("what sign-in and two other first pages need is loaded by all, so that sign-in has fewer files", () => {
  expect(pagesOf("ui/control.ts")).toEqual(["login", "busca", "mensagens", "chat", "perfil"]);
});

test("a file that only other screens need, or parts that load later, belongs to no first page", () => {
  expect(pagesOf("routes/favoritos.tsx")).toEqual([]);
  expect(pagesOf("ui/lightbox.tsx")).toEqual([]);
});

test("a file that the conversation and other screens need stands apart, so that they load nothing else of it", () => {
  expect(pagesOf("ui/moments.ts")).toEqual(["chat", "screens"]);
});
