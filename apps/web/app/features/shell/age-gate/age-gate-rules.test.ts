import { expect, test } from "vitest";
import { isOpenBeforeAge } from "./age-gate-rules.ts";

test.each([
  "/verificacao",
  "/perfil",
  "/compras",
  "/compras/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
  "/fichas",
  "/configuracoes",
  "/configuracoes/dados",
  "/medidas",
])("[T51] %s is open before the age is assured: it is the member's own", (path) => {
  expect(isOpenBeforeAge(path)).toBe(true);
});

test.each([
  "/busca",
  "/perfil/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
  "/mensagens",
  "/favoritos",
  "/visitas",
  "/premium",
  "/checkout",
  "/medidasdeoutros",
])("[T51] %s is shut before the age is assured", (path) => {
  expect(isOpenBeforeAge(path)).toBe(false);
});
