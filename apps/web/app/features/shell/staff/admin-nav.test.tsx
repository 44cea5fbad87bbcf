// @vitest-environment happy-dom
import { listStaffPermissions } from "@caramelo/contract/call/staff-permissions";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { makeSessionUser } from "~/testing/session-user.ts";
import { AdminNav } from "./admin-nav.tsx";

vi.mock("~/platform/session.ts", async (original) => ({
  ...(await original<typeof import("~/platform/session.ts")>()),
  useMember: () =>
    makeSessionUser({
      role: "admin",
      isAdmin: true,
      staff: { role: "owner", permissions: listStaffPermissions("owner"), hasFactor: true, awaitsFactor: false },
    }),
}));
afterEach(cleanup);

test("[K2.44] the sidebar of the office leads to its screens", () => {
  render(<AdminNav waiting={[]} onSearch={undefined} />, { wrapper: MemoryRouter });
  const paths = Object.fromEntries(
    screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]),
  );
  expect(paths).toMatchObject({
    Dashboard: "/admin",
    Usuários: "/admin/usuarios",
    "Cadastro rápido": "/admin/cadastro-rapido",
    Verificações: "/admin/verificacoes",
    Denúncias: "/admin/denuncias",
  });
});
