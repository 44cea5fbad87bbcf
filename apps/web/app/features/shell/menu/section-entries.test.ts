import { expect, test } from "vitest";
import { listMenuEntries } from "./section-entries.tsx";

const paths = (role: Parameters<typeof listMenuEntries>[0]["role"]) =>
  listMenuEntries({ role, isPremium: false, isHighlighted: false }).map(({ to }) => to);

test("the menus lead payers to their tokens and orders, babies to their orders, both to their verification, and the staff to none of them", () => {
  expect(paths("daddy")).toEqual(["/premium", "/visitas", "/fichas", "/compras", "/verificacao", "/configuracoes"]);
  expect(paths("mommy")).toEqual(paths("daddy"));
  expect(paths("baby")).toEqual(["/destaque", "/visitas", "/compras", "/verificacao", "/configuracoes"]);
  expect(paths("admin")).toEqual(["/admin", "/configuracoes"]);
});
