import { expect, test } from "vitest";
import { findOfficeChunk, findPages } from "./chunks.ts";

const APP = "/caramelo/apps/web/app";
const IMPORTERS: Record<string, string[]> = {
  [`${APP}/ui/button.tsx`]: [`${APP}/root.tsx`],
  [`${APP}/ui/field.tsx`]: [`${APP}/features/sign-in.tsx`],
  [`${APP}/features/sign-in.tsx`]: [`${APP}/routes/login.tsx`, `${APP}/features/sign-in.tsx`],
  [`${APP}/ui/control.ts`]: [`${APP}/ui/field.tsx`, `${APP}/routes/mensagens.tsx`],
  [`${APP}/ui/bars.tsx`]: [`${APP}/routes/member.tsx`],
  [`${APP}/ui/skip-link.tsx`]: [`${APP}/ui/bars.tsx`, `${APP}/ui/guest-page.tsx`],
  [`${APP}/ui/guest-page.tsx`]: [`${APP}/routes/public.tsx`, `${APP}/routes/sobre.tsx`],
  [`${APP}/ui/moments.ts`]: [`${APP}/routes/open-chat.tsx`, `${APP}/routes/medidas.tsx`],
  [`${APP}/ui/card.tsx`]: [`${APP}/routes/busca.tsx`, `${APP}/routes/perfil-membro.tsx`, `${APP}/routes/favoritos.tsx`],
};
const ALL_PAGES = ["login", "public", "busca", "mensagens", "chat", "perfil"];
const pagesOf = (file: string) => findPages(`${APP}/${file}`, (module) => IMPORTERS[module] ?? []);

test("a file belongs to the first pages that import it from their start, directly or not", () => {
  expect(pagesOf("ui/button.tsx")).toEqual(ALL_PAGES);
  expect(pagesOf("ui/bars.tsx")).toEqual(["busca", "mensagens", "chat", "perfil"]);
  expect(pagesOf("ui/field.tsx")).toEqual(["login"]);
  expect(pagesOf("ui/card.tsx")).toEqual(["busca", "perfil"]);
});

test("what sign-in and another first page need is loaded by all, so that sign-in has fewer files", () => {
  expect(pagesOf("ui/control.ts")).toEqual(ALL_PAGES);
});

test("what pages for everybody share with members is loaded by all, so that guests do not load the members' code", () => {
  expect(pagesOf("ui/skip-link.tsx")).toEqual(ALL_PAGES);
  expect(pagesOf("ui/guest-page.tsx")).toEqual(["public"]);
});

test("a file that only other screens need, or parts that load later, belongs to no first page", () => {
  expect(pagesOf("routes/favoritos.tsx")).toEqual([]);
  expect(pagesOf("ui/lightbox.tsx")).toEqual([]);
});

test("a file that the conversation and other screens need is separate, so that they load nothing else of it", () => {
  expect(pagesOf("ui/moments.ts")).toEqual(["chat", "screens"]);
});

const STAFF_IMPORTERS: Record<string, string[]> = {
  [`${APP}/ui/nav.tsx`]: [`${APP}/routes/admin/layout.tsx`],
  [`${APP}/ui/table.tsx`]: ["users", "orders", "team"].map((name) => `${APP}/routes/admin/${name}.tsx`),
  [`${APP}/ui/refund.tsx`]: ["orders", "order"].map((name) => `${APP}/routes/admin/${name}.tsx`),
  [`${APP}/ui/spans.ts`]: [`${APP}/routes/admin/layout.tsx`, `${APP}/routes/medidas.tsx`],
  [`${APP}/ui/switch.tsx`]: [`${APP}/routes/admin/layout.tsx`, `${APP}/ui/filter-box.tsx`],
};
const officeChunkOf = (file: string) => {
  const importersOf = (module: string) => STAFF_IMPORTERS[module] ?? [];
  const lazy: Record<string, string[]> = { [`${APP}/ui/filter-box.tsx`]: [`${APP}/routes/busca.tsx`] };
  return findOfficeChunk(`${APP}/${file}`, importersOf, (module) => [...importersOf(module), ...(lazy[module] ?? [])]);
};

test("what the frame or several screens of the office need is one file, so that none asks for dozens", () => {
  expect(officeChunkOf("ui/nav.tsx")).toBe("office");
  expect(officeChunkOf("ui/table.tsx")).toBe("office");
  expect(officeChunkOf("ui/refund.tsx")).toBeNull();
});

test("what members need as well, from their start or later, is no part of that file", () => {
  expect(officeChunkOf("ui/spans.ts")).toBe("beside-office");
  expect(officeChunkOf("ui/switch.tsx")).toBe("beside-office");
});
