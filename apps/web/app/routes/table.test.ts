import { expect, test } from "vitest";
import routes from "../routes.ts";

type Entry = { path?: string | undefined; file?: string; children?: readonly Entry[] };

/** The paths of the screens whose layouts include this one. */
function pathsBelow(layout: string, entries: readonly Entry[] = routes, isInside = false): string[] {
  return entries.flatMap(({ path = "", file, children }) => {
    if (children) return pathsBelow(layout, children, isInside || file === layout);
    return isInside ? [`/${path}`] : [];
  });
}

test("[D1.13] the pages of help, of a mailed link and of a notice are public", () => {
  expect(pathsBelow("routes/public.tsx")).toEqual(
    expect.arrayContaining(["/faq", "/seguranca", "/confirmar-email", "/denunciar-conteudo"]),
  );
});

test("[D1.12] a member's own screens need a signed-in member", () => {
  expect(pathsBelow("routes/member.tsx")).toEqual(
    expect.arrayContaining([
      "/visitas",
      "/configuracoes",
      "/configuracoes/dados",
      "/verificacao",
      "/compras",
      "/fichas",
    ]),
  );
});

test("[D1.14] orders, the audit log, mails and settings are inside the office, which is inside the member's layout", () => {
  const office = ["/admin/pedidos", "/admin/auditoria", "/admin/emails", "/admin/configuracoes"];
  expect(pathsBelow("routes/admin/layout.tsx")).toEqual(expect.arrayContaining(office));
  expect(pathsBelow("routes/member.tsx")).toEqual(expect.arrayContaining(office));
});
