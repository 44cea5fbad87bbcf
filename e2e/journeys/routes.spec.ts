import { touchUntilLoaded } from "../support/first-use.ts";
import { signIn } from "../support/people.ts";
import { axe, expect, shot, test } from "../support/test.ts";

const MEMBER_PATHS = [
  "/perfil",
  "/perfil/00000000-0000-7000-8000-000000000000",
  "/busca",
  "/mensagens",
  "/favoritos",
  "/premium",
  "/destaque",
  "/checkout",
  "/compras",
  "/fichas",
  "/visitas",
  "/configuracoes",
  "/configuracoes/dados",
  "/verificacao",
];
const GUEST_PATHS = ["/sobre", "/como-funciona", "/esqueci-senha"];
const PUBLIC_PATHS = [
  "/privacidade",
  "/privacidade/pedido",
  "/cookies",
  "/termos",
  "/faq",
  "/seguranca",
  "/transparencia",
  "/confirmar-email",
  "/confirmar-aviso",
  "/confirmar-pedido",
  "/denunciar-conteudo",
  "/assumir-perfil",
];

test("[M2.07][M2.11][M6.01][D1.12][T05] a guest who opens a member's page or an unknown address gets the sign-in page", {
  tag: "@npm-test",
}, async ({ page }) => {
  for (const path of [...MEMBER_PATHS, "/admin", "/admin/usuarios", "/nada/disso"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
  }
});

for (const [audience, paths] of [
  ["for guests", GUEST_PATHS],
  ["for everybody", PUBLIC_PATHS],
] as const) {
  test(`[M2.01][M2.03][M2.05][M2.06][M2.10] a guest reads the pages ${audience}`, async ({ page }) => {
    for (const path of paths) {
      await page.goto(path);
      await expect(page, path).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
      await axe(page);
      await shot(page, path.slice(1));
    }
  });
}

test("[M2.10] a guest is thanked at /obrigado for what is known, and leaves it and a reset without a link", async ({
  page,
}) => {
  await page.goto("/obrigado?type=tokens");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/obrigado");
  await expect(page).toHaveURL(/\/$|\/login$/);
  // Without a mailed link no password can be set.
  await page.goto("/redefinir-senha");
  await expect(page).toHaveURL(/\/login$/);
});

test("[M2.04][M2.13][M2.14][M2.15][M2.16] a member sees every page of the shell, its footer where it belongs, and no guest page", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page, maker, isMobile }) => {
  // Babies are sent from /checkout to /destaque.
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await page.goto("/login");
  await signIn(page, bruno);
  await expect(page).toHaveURL(/\/busca$/);
  for (const path of MEMBER_PATHS) {
    await page.goto(path);
    await expect(page, path).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole("banner"), path).toBeVisible();
    // Phones have their bar instead of the footer, except on the screen about the account.
    const hasFooter = isMobile
      ? path.startsWith("/configuracoes")
      : path !== "/mensagens" && !path.startsWith("/perfil/");
    const footer = page.getByRole("contentinfo");
    if (hasFooter) await touchUntilLoaded(page, footer);
    await expect(footer, path).toHaveCount(hasFooter ? 1 : 0);
    if (hasFooter) await expect(footer).toContainText(String(new Date().getFullYear()));
    await axe(page);
    await shot(page, path.split("/")[1] ?? path);
  }
  for (const path of [...GUEST_PATHS, "/redefinir-senha"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/busca$/);
  }
});

test("an address that the API or the files do not have is a 404, never a page", async ({ page }) => {
  for (const path of ["/api/nada", "/assets/nada.js", "/nada.png"]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});
