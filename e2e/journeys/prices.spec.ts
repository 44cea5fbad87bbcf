import { prices } from "@caramelo/contract/billing/prices";
import type { Page } from "@playwright/test";
import { type MadeMember, signInByApi } from "../support/member-factory.ts";
import { expect, test } from "../support/test.ts";

const money = (centavos: number) =>
  (centavos / 100).toLocaleString("pt-BR", { style: "currency", currency: "BRL" }).replace(/\s/g, " ");
const { premium_quarterly: quarterly } = prices;
/** The prices, and what a month of the quarterly plan costs, in whole reais. */
const CATALOGUE = [
  ...Object.values(prices).map(({ centavos }) => money(centavos)),
  `R$ ${Math.round(quarterly.centavos / quarterly.months / 100)}`,
];

const GUEST_PATHS = ["/login", "/cadastro", "/sobre", "/como-funciona", "/esqueci-senha"];
const PUBLIC_PATHS = ["/faq", "/termos", "/privacidade", "/cookies", "/seguranca", "/obrigado?type=tokens"];
const MEMBER_PATHS = [
  "/busca",
  "/perfil",
  "/mensagens",
  "/favoritos",
  "/favoritos?aba=fas",
  "/visitas",
  "/configuracoes",
  "/premium",
  "/destaque",
  "/compras",
  "/fichas",
];
const PRODUCTS = ["tokens", "premium_monthly", "premium_quarterly", "highlight"] as const;

/** Every amount that a loaded page shows or keeps in closed disclosures. */
async function readAmounts(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByRole("heading").first(), path).toBeAttached();
  await expect(page.getByRole("status").filter({ hasText: "Carregando" }), path).toHaveCount(0);
  const text = ((await page.locator("body").textContent()) ?? "").replace(/\s+/g, " ");
  return text.match(/R\$ ?[\d.]+(?:,\d\d)?/g)?.map((amount) => amount.replace(/\.$/, "")) ?? [];
}

async function expectCatalogue(page: Page, paths: string[]): Promise<void> {
  for (const path of paths)
    for (const amount of await readAmounts(page, path)) expect(CATALOGUE, `${path} says ${amount}`).toContain(amount);
}

test("[T46][D4.01] every amount on every page that guests read is in the price catalogue", async ({ page }) => {
  await expectCatalogue(page, [...GUEST_PATHS, ...PUBLIC_PATHS]);
  for (const { centavos } of Object.values(prices))
    expect(await readAmounts(page, "/como-funciona")).toContain(money(centavos));
});

for (const role of ["baby", "daddy", "mommy"] as const) {
  test(`[T46][D4.01] every amount on every screen of a ${role} is in the price catalogue, with and without the offers`, async ({
    page,
    maker,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const me: MadeMember = await maker.member({ role, name: "Rui" });
    const bia = await maker.member({ role: role === "baby" ? "daddy" : "baby", name: "Bia" });
    await signInByApi(page, me, baseURL ?? "");
    const paths = [...MEMBER_PATHS, `/perfil/${bia.id}`, `/mensagens?userId=${bia.id}`];
    await expectCatalogue(page, paths);
    if (role === "baby") await maker.highlight(me.id);
    else await maker.premium(me.id);
    await expectCatalogue(page, paths);
  });
}

for (const product of PRODUCTS) {
  test(`[T46] the amount at the checkout of ${product}, in its summary and on the payment page, is the catalogue's`, async ({
    page,
    maker,
    baseURL,
  }) => {
    const buyer = await maker.member({ role: product === "highlight" ? "baby" : "daddy", name: "Rui" });
    await signInByApi(page, buyer, baseURL ?? "");
    await page.goto(`/checkout?type=${product}`);
    const price = money(prices[product].centavos);
    await expect(page.getByRole("region", { name: "Resumo da compra" })).toContainText(price.replace(" ", "\u00a0"));
    const frame = page.frameLocator('iframe[title="Página de pagamento"]');
    await expect(frame.getByText(price.replace(" ", "\u00a0"), { exact: true })).toBeVisible();
    for (const amount of (await page.locator("main").textContent())?.replace(/\s+/g, " ").match(/R\$ [\d.]+,\d\d/g) ??
      [])
      expect(CATALOGUE).toContain(amount);
  });
}
