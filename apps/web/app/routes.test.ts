import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import { findScreenPermission } from "./features/shell/staff/admin-screens.ts";
import routes from "./routes.ts";

/** Every address with the guards around it, outermost first. */
function listGuards(entries: readonly RouteConfigEntry[], guards: string[] = []): [string, string[]][] {
  return entries.flatMap((entry) => {
    if (entry.children) return listGuards(entry.children, [...guards, entry.file]);
    return [[entry.index ? "/" : `/${entry.path ?? ""}`, guards] satisfies [string, string[]]];
  });
}

const guards = new Map(listGuards(routes));
const MEMBER = ["routes/member.tsx"];

describe("the route table", () => {
  test.each(["/", "/login", "/cadastro", "/sobre", "/como-funciona", "/esqueci-senha", "/redefinir-senha"])(
    "[M2.01][M2.03] %s is for guests",
    (path) => {
      expect(guards.get(path)).toEqual(["routes/guest.tsx"]);
    },
  );

  test.each([
    "/obrigado",
    "/privacidade",
    "/privacidade/pedido",
    "/cookies",
    "/termos",
    "/faq",
    "/seguranca",
    "/transparencia",
    "/confirmar-email",
    "/recurso",
    "/nao-fui-eu",
    "/confirmar-aviso",
    "/confirmar-pedido",
    "/denunciar-conteudo",
    "/assumir-perfil",
  ])("[M2.10][M6.01] %s is for everybody", (path) => {
    expect(guards.get(path)).toEqual(["routes/public.tsx"]);
  });

  test.each([
    "/perfil",
    "/perfil/:id",
    "/busca",
    "/mensagens",
    "/favoritos",
    "/premium",
    "/destaque",
    "/checkout",
    "/visitas",
    "/configuracoes",
    "/configuracoes/dados",
  ])("[M2.07] %s is for members", (path) => {
    expect(guards.get(path)).toEqual(MEMBER);
  });

  test("[M2.09] everything below /admin is behind both guards", () => {
    const below = [...guards].filter(([path]) => path.startsWith("/admin"));
    expect(below.length).toBeGreaterThanOrEqual(5);
    for (const [, around] of below) expect(around).toEqual([...MEMBER, "routes/admin/layout.tsx"]);
  });

  test("[D2.50] every screen below /admin is in the table that says which permission it needs", () => {
    const below = [...guards.keys()].filter((path) => path.startsWith("/admin"));
    for (const path of below) expect([path, findScreenPermission(path)]).toEqual([path, expect.any(String)]);
  });

  test("[M2.11] any other address has a screen that leads to /login", () => {
    expect(guards.get("/*")).toEqual([]);
  });
});
