import type { Locator, Page } from "@playwright/test";
import { cards, LAST_WEEK, listNames, makeBabies, makeMany, RIO, tabNamed } from "../support/discovery.ts";
import { signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { axe, expect, shot } from "../support/test.ts";
import { isTallTarget } from "../support/touch.ts";
import { answerLate, expectStill, watchVitals } from "../support/vitals.ts";

const SANTOS = 3_548_500;
const SANTANA_DO_LIVRAMENTO = 4_317_103;

/** Opens the filters: a sheet on phones, a column on desktops. */
async function openFilters(page: Page): Promise<Locator> {
  const toggle = page.getByRole("button", { name: "Filtros", exact: true });
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  // The column may already be open after a reload.
  if (isPhone || (await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
  const box = isPhone ? page.getByRole("dialog", { name: "Filtros" }) : page.getByRole("form", { name: "Filtros" });
  await expect(box.getByRole("combobox", { name: "Cidade" })).toBeVisible();
  return box;
}

/** Applies the filters and waits until the server remembers them. */
async function apply(page: Page, box: Locator): Promise<void> {
  const saveResponse = page.waitForResponse((reply) => reply.url().endsWith("/api/discovery/filter"));
  await box.getByRole("button", { name: "Aplicar Filtros" }).click();
  expect((await saveResponse).status()).toBe(200);
}

test("[K2.17][K2.18][K2.19][K5.03][K5.05][K5.06] filters are chosen by keyboard, applied, summed up, remembered and cleared", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page, product }) => {
  const { daddy } = await makeBabies(product);
  await signInByApi(page, daddy, product.address);
  await page.goto("/busca");
  await expect(cards(page)).toHaveCount(4);
  const box = await openFilters(page);
  const [from, to] = [
    box.getByRole("slider", { name: "Idade mínima" }),
    box.getByRole("slider", { name: "Idade máxima" }),
  ];
  await expect(from).toHaveValue("18");
  await expect(to).toHaveValue("60");
  await to.focus();
  await page.keyboard.press("Home");
  await expect(to).toHaveValue("19");
  await page.keyboard.press("End");
  await expect(to).toHaveValue("80");
  await expect(box.getByText("Todas as idades")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(box.getByText("18 a 79 anos")).toBeVisible();

  const distance = box.getByRole("slider", { name: "Distância" });
  await expect(distance).toBeDisabled();
  await expect(box.getByText("Escolha uma cidade primeiro.")).toBeVisible();
  const city = box.getByRole("combobox", { name: "Cidade" });
  await city.fill("s");
  await expect(box.getByText("Digite ao menos 2 letras")).toBeVisible();
  await city.fill("sao paulo");
  const options = box.getByRole("option");
  await expect(options.first()).toHaveText("São Paulo, SP");
  expect(await options.count()).toBeLessThanOrEqual(10);
  await page.keyboard.press("Enter");
  await expect(city).toHaveValue("São Paulo, SP");
  await expect(distance).toBeEnabled();
  await distance.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(box.getByText("até 195 km")).toBeVisible();
  await expect(box.getByText("3 perfis com estes filtros")).toBeVisible();
  await axe(page);
  await shot(page, "busca-filtros");

  await apply(page, box);
  await expect(page).toHaveURL(/\/busca\?idade=18-79&cidade=3550308&km=195$/);
  await expect(cards(page)).toHaveCount(3);
  await expect(tabNamed(page, "Todos")).toHaveText(/^Todos\s*3$/);
  const chip = page.getByText("São Paulo, SP · 18 a 79 anos · até 195 km");
  await expect(chip).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  await expect(cards(page)).toHaveCount(3);
  // Without filters in the address the saved ones apply, on another day or device, too.
  await page.goto("/busca");
  await expect(chip).toBeVisible();
  await expect(cards(page)).toHaveCount(3);
  await shot(page, "busca-filtrada");

  const saveResponse = page.waitForResponse((reply) => reply.url().endsWith("/api/discovery/filter"));
  await chip.locator("..").getByRole("button", { name: "Limpar Filtros" }).click();
  expect((await saveResponse).status()).toBe(200);
  await expect(chip).toHaveCount(0);
  // The pressed cross is gone, so the button next to it has the focus.
  await expect(page.getByRole("button", { name: "Filtros", exact: true })).toBeFocused();
  await expect(cards(page)).toHaveCount(4);
  await page.reload();
  await expect(cards(page)).toHaveCount(4);
  await expect(chip).toHaveCount(0);
});

test("[D3.33][D3.40] near, online and verified are chosen with one press, are the filters themselves, and are taken back with another", async ({
  page,
  product,
}) => {
  const { maker } = product;
  const old = { role: "baby" as const, createdAt: LAST_WEEK };
  const daddy = await maker.account({ role: "daddy", name: "Bruno", createdAt: LAST_WEEK });
  for (const name of ["Rita", "Rosa", "Raquel", "Renata"]) await maker.account({ ...old, name, cityId: RIO });
  for (const name of ["Sara", "Sofia", "Silvia"]) await maker.account({ ...old, name, cityId: SANTOS });
  const vera = await maker.account({ ...old, name: "Vera", isVerified: true, tier: 1 });
  const [online, hiddenMember] = [
    await maker.account({ ...old, name: "Olga" }),
    await maker.account({ ...old, name: "Hilda" }),
  ];
  for (const { id } of [vera, online, hiddenMember]) await maker.activeAt(id, new Date());
  await maker.db.updateTable("presence").set({ isHidden: true }).where("memberId", "=", hiddenMember.id).execute();
  await signInByApi(page, daddy, product.address);
  await page.goto("/busca");
  await expect(cards(page)).toHaveCount(10);
  await expect(cards(page).filter({ hasText: "Sara, 30 anos" })).toContainText("Santos, SP· 55 km");
  await expect(cards(page).filter({ hasText: "Rita, 30 anos" })).toContainText(/Rio de Janeiro, RJ· 3\d\d km/);
  await expect(cards(page).filter({ hasText: "Olga, 30 anos" })).toContainText("São Paulo, SP");

  const quick = page.getByRole("group", { name: "Filtros rápidos" });
  const press = async (name: string, isChosen: boolean) => {
    const saveResponse = page.waitForResponse((reply) => reply.url().endsWith("/api/discovery/filter"));
    await quick.getByRole("button", { name }).click();
    expect((await saveResponse).status()).toBe(200);
    await expect(quick.getByRole("button", { name })).toHaveAttribute("aria-pressed", String(isChosen));
  };
  await press("Perto de mim", true);
  await expect(page).toHaveURL(/\/busca\?cidade=3550308&km=100$/);
  await expect(cards(page)).toHaveCount(6);
  await expect(page.getByText("São Paulo, SP · até 100 km")).toBeVisible();
  await press("Online", true);
  // The member who hides the presence is not found, although she is here.
  await expect
    .poll(async () => (await listNames(page)).sort())
    .toEqual([expect.stringContaining("Olga"), expect.stringContaining("Vera")]);
  await press("Verificados", true);
  await expect.poll(() => listNames(page)).toEqual([expect.stringContaining("Vera")]);
  await expect(tabNamed(page, "Todos")).toHaveText(/^Todos\s*1$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await axe(page);
  await shot(page, "busca-filtros-rapidos");

  await page.reload();
  for (const name of ["Perto de mim", "Online", "Verificados"])
    await expect(quick.getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");
  const box = await openFilters(page);
  await expect(box.getByRole("combobox", { name: "Cidade" })).toHaveValue("São Paulo, SP");
  await expect(box.getByText("até 100 km")).toBeVisible();
  await expect(box.getByRole("radio", { name: "Online", exact: true })).toBeChecked();
  await expect(box.getByRole("checkbox", { name: "Só perfis verificados" })).toBeChecked();
  await page.keyboard.press("Escape");
  await press("Verificados", false);
  await press("Online", false);
  await expect(cards(page)).toHaveCount(6);
  await press("Perto de mim", false);
  await expect(cards(page)).toHaveCount(10);
  await expect(page).toHaveURL(/\/busca$/);

  // The buttons are drawn lower than a finger needs, with an invisible margin.
  const tall = { message: "whether a finger that misses by 21 px still meets the button" };
  await expect.poll(() => isTallTarget(quick.getByRole("button", { name: "Online" })), tall).toBe(true);
  const again = await openFilters(page);
  await expect.poll(() => isTallTarget(again.getByRole("button", { name: "Usar minha cidade" })), tall).toBe(true);
  await again.getByRole("button", { name: "Usar minha cidade" }).click();
  await expect(again.getByRole("combobox", { name: "Cidade" })).toHaveValue("São Paulo, SP");
  await expect(again.getByText("6 perfis com estes filtros")).toBeVisible();
  await apply(page, again);
  await expect(quick.getByRole("button", { name: "Perto de mim" })).toHaveAttribute("aria-pressed", "true");
});

test("[D3.40] with another city in the filter the distances are from it, and the page says so", {
  tag: "@both-sizes",
}, async ({ page, product }) => {
  const { maker } = product;
  const daddy = await maker.account({ role: "daddy", name: "Bruno", createdAt: LAST_WEEK });
  for (const [name, cityId] of [
    ["Rita", RIO],
    ["Sara", SANTOS],
    ["Luana", SANTANA_DO_LIVRAMENTO],
  ] as const)
    await maker.account({ role: "baby", name, cityId, createdAt: LAST_WEEK });
  await signInByApi(page, daddy, product.address);
  const card = (name: string) => cards(page).filter({ hasText: `${name}, 30 anos` });
  const origin = page.getByText("Distâncias a partir de");
  await page.goto("/busca");
  await expect(card("Sara")).toContainText("Santos, SP· 55 km");
  await expect(origin).toHaveCount(0);
  await page.goto(`/busca?cidade=${RIO}`);
  await expect(origin).toHaveText("Distâncias a partir de Rio de Janeiro, RJ");
  await expect(card("Rita")).toContainText("Rio de Janeiro, RJ");
  await expect(card("Rita")).not.toContainText("km");
  await expect(card("Sara")).toContainText("Santos, SP· 342 km");
  // A city may end in an ellipsis, its distance never.
  await expect(card("Luana")).toContainText("Sant'Ana do Livramento, RS· 1.511 km");
  for (const distance of await page.getByText(/^· [\d.]+ km$/).all()) {
    const { card, end } = await distance.evaluate((node) => ({
      card: node.closest("article")?.getBoundingClientRect().right ?? 0,
      end: node.getBoundingClientRect().right,
    }));
    expect(end).toBeLessThanOrEqual(card);
  }
  await shot(page, "busca-outra-cidade");
  await page.goto("/busca?cidade=3550308");
  await expect(card("Sara")).toContainText("Santos, SP· 55 km");
  await expect(origin).toHaveCount(0);
});

test("[D1.04] a baby chooses between daddies, mommies and both", async ({ page, product }) => {
  const { maker } = product;
  const baby = await maker.account({ role: "baby", name: "Ana", createdAt: LAST_WEEK });
  await maker.account({ role: "daddy", name: "Bruno" });
  await maker.account({ role: "mommy", name: "Marta" });
  await signInByApi(page, baby, product.address);
  await page.goto("/busca");
  await expect(cards(page)).toHaveCount(2);
  const box = await openFilters(page);
  await box.getByText("Mommies", { exact: true }).click();
  await apply(page, box);
  await expect.poll(() => listNames(page)).toEqual([expect.stringContaining("Marta")]);
  await expect(page).toHaveURL(/\/busca\?tipo=mommy$/);
});

test("[D1.09] an admin sees all active members of every age, and filters them by role", async ({ page, product }) => {
  const { maker } = product;
  const staff = await maker.account({ role: "admin", name: "Equipe" });
  await maker.account({ role: "daddy", name: "Bruno", age: 71 });
  await maker.account({ role: "mommy", name: "Marta" });
  await maker.account({ role: "baby", name: "Ana" });
  await maker.account({ role: "baby", name: "Ida", deactivatedAt: LAST_WEEK });
  await signInByApi(page, staff, product.address);
  await page.goto("/busca");
  await expect(cards(page)).toHaveCount(3);
  const box = await openFilters(page);
  await box.getByText("Daddies", { exact: true }).click();
  await apply(page, box);
  await expect.poll(() => listNames(page)).toEqual([expect.stringContaining("Bruno")]);
});

test.describe("on a desktop", { tag: "@desktop" }, () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("[K2.17] the column of filters opens and closes, and the device remembers it; two rows of cards are in view", async ({
    page,
    product,
  }) => {
    const { maker } = product;
    await makeMany(maker, 12);
    const daddy = await maker.account({ role: "daddy", name: "Bruno", createdAt: LAST_WEEK });
    await signInByApi(page, daddy, product.address);
    const toggle = page.getByRole("button", { name: "Filtros", exact: true });
    await test.step("on a tablet the cards stay where the press has moved them, even when the filters load late", async () => {
      await page.setViewportSize({ width: 768, height: 1_024 });
      await watchVitals(page);
      await answerLate(page, /\/filter-box-.*\.js$/);
      await page.goto("/busca");
      await expect(cards(page)).toHaveCount(12);
      await toggle.click();
      await expect(page.getByRole("form", { name: "Filtros" })).toBeVisible();
      await expectStill(page, "the search with late filters");
      await toggle.click();
      await page.setViewportSize({ width: 1_280, height: 800 });
    });
    await page.reload();
    await expect(cards(page)).toHaveCount(12);
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    const findBottom = (at: number) =>
      cards(page)
        .nth(at)
        .evaluate((card) => card.getBoundingClientRect().bottom);
    // Two rows fit into the window: of five cards each, or of four next to the column of filters.
    expect(await findBottom(9)).toBeLessThanOrEqual(800);
    await toggle.click();
    const column = page.getByRole("form", { name: "Filtros" });
    await expect(column).toBeVisible();
    expect(await findBottom(7)).toBeLessThanOrEqual(800);
    await page.reload();
    await expect(cards(page)).toHaveCount(12);
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await expect(column).toBeVisible();
    await toggle.click();
    await expect(column).toHaveCount(0);
  });
});
