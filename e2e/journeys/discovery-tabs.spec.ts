import { cards, LAST_WEEK, listNames, makeBabies, tabNamed } from "../support/discovery.ts";
import { signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { axe, expect, shot } from "../support/test.ts";

test("[K2.16] the tabs have exact counts, lie in the address, and survive a reload and a way back", async ({
  page,
  product,
}) => {
  const { daddy } = await makeBabies(product);
  await signInByApi(page, daddy, product.address);
  await page.goto("/busca");
  await expect(tabNamed(page, "Todos")).toHaveText(/^Todos\s*4$/);
  await expect(tabNamed(page, "Em Destaque")).toHaveText(/^Em Destaque\s*1$/);
  await expect(tabNamed(page, "Novos")).toHaveText(/^Novos\s*1$/);
  await expect(cards(page)).toHaveCount(4);
  await axe(page);
  await shot(page, "busca-abas");

  await tabNamed(page, "Novos").click();
  await expect(page).toHaveURL(/\/busca\?aba=novos$/);
  await expect.poll(() => listNames(page)).toEqual([expect.stringContaining("Nina")]);
  // The arrow keys lead from tab to tab.
  await page.keyboard.press("ArrowLeft");
  await expect(tabNamed(page, "Em Destaque")).toBeFocused();
  await expect(page).toHaveURL(/\/busca\?aba=destaque$/);
  await expect.poll(() => listNames(page)).toEqual([expect.stringContaining("Vera")]);
  await page.reload();
  await expect(tabNamed(page, "Em Destaque")).toHaveAttribute("aria-selected", "true");
  await cards(page).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Vera, 33" })).toBeVisible();
  await page.goBack();
  await expect(tabNamed(page, "Em Destaque")).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => listNames(page)).toEqual([expect.stringContaining("Vera")]);
});

test("[K2.21][K2.22][K2.23] each tab without a result says so and offers a way out", async ({ page, product }) => {
  const { maker } = product;
  await maker.account({ role: "baby", name: "Ana", age: 24, createdAt: LAST_WEEK });
  const daddy = await maker.account({ role: "daddy", name: "Bruno", createdAt: LAST_WEEK });
  await signInByApi(page, daddy, product.address);
  const heading = (name: string) => page.getByRole("heading", { name });
  await page.goto("/busca?idade=70-75");
  await expect(heading("Nenhum perfil encontrado")).toBeVisible();
  await expect(page.getByText(/Ajuste os filtros/)).toBeVisible();
  await axe(page);
  await shot(page, "busca-sem-resultado");
  await page.getByRole("tabpanel").getByRole("button", { name: "Limpar Filtros" }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\/busca$/);

  await tabNamed(page, "Em Destaque").click();
  await expect(heading("Nenhum perfil em destaque encontrado")).toBeVisible();
  await expect(page.getByText(/premium ou verificados/)).toBeVisible();
  await tabNamed(page, "Novos").click();
  await expect(heading("Nenhum perfil novo encontrado")).toBeVisible();
  await shot(page, "busca-sem-novos");
  await page.getByRole("button", { name: "Ver todos os perfis" }).click();
  await expect(cards(page)).toHaveCount(1);
});
