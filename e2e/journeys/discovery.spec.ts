import type { Page } from "@playwright/test";
import { sampleAbout } from "../../apps/server/src/testing/people.ts";
import { cards, makeMany } from "../support/discovery.ts";
import { withoutFirstAnswers } from "../support/first-answers.ts";
import { signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { axe, expect, shot } from "../support/test.ts";

/** The ids of the cards on the screen, in order. */
function readIds(page: Page): Promise<string[]> {
  return page
    .getByRole("article")
    .evaluateAll((cards) => cards.map((card) => card.getAttribute("data-member-id") ?? ""));
}

/** Opens the search by its entry in the bar at the top or at the bottom. */
const openSearch = (page: Page) =>
  page.getByRole("navigation").getByRole("link", { name: "Buscar" }).filter({ visible: true }).first().click();

test.describe("the search", () => {
  test("[K2.20][D3.02] shows everybody once, however far one scrolls; going away and back, and a reload, restore order and place", {
    tag: ["@both-sizes", "@npm-test"],
  }, async ({ page, product }) => {
    const { maker } = product;
    const daddy = await maker.account({ role: "daddy", name: "Bruno" });
    const babies = await Promise.all(
      Array.from({ length: 60 }, (_, index) => maker.account({ role: "baby", name: `Ana ${index + 1}` })),
    );
    const seeds: (string | null)[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/api/discovery") seeds.push(searchParams.get("seed"));
    });
    await signInByApi(page, daddy, product.address);
    await page.goto("/busca");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect
      .poll(async () => {
        await page.keyboard.press("End");
        return page.getByText(/Fim da lista/).count();
      })
      .toBe(1);
    const ids = await readIds(page);
    expect([...ids].sort()).toEqual(babies.map(({ id }) => id).sort());

    const card = page.getByRole("article").nth(40);
    await card.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(500);
    await card.getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1, name: /^Ana \d+, 30$/ })).toBeVisible();
    await page.goBack();
    await expect.poll(() => readIds(page)).toEqual(ids);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 200);

    await page.getByRole("link", { name: "Favoritos" }).filter({ visible: true }).first().click();
    await expect(page).toHaveURL(/\/favoritos$/);
    await openSearch(page);
    await expect.poll(() => readIds(page)).toEqual(ids);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 200);

    await page.reload();
    await expect.poll(() => readIds(page)).toEqual(ids);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 200);
    expect(new Set(seeds).size).toBe(1);
  });

  test("[D3.02] pressing the entry of the search again scrolls up, and at the top brings another order", async ({
    page,
    product,
  }) => {
    const { maker } = product;
    const daddy = await maker.account({ role: "daddy", name: "Bruno" });
    await Promise.all(Array.from({ length: 18 }, (_, at) => maker.account({ role: "baby", name: `Ana ${at + 1}` })));
    const seeds = new Set<string | null>();
    await withoutFirstAnswers(page);
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/api/discovery") seeds.add(searchParams.get("seed"));
    });
    await signInByApi(page, daddy, product.address);
    await page.goto("/busca");
    await expect(page.getByRole("article").nth(10)).toBeVisible();
    await page.getByRole("article").nth(17).scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await openSearch(page);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    expect(seeds.size).toBe(1);
    await openSearch(page);
    await expect.poll(() => seeds.size).toBe(2);
    await expect(page.getByRole("article").first()).toBeVisible();
  });

  test("[D3.47] back from a profile, the focus is on its card again: with a ring for the keyboard, without one for a pointer", {
    tag: ["@desktop", "@npm-test"],
  }, async ({ page, product }) => {
    const { maker } = product;
    const daddy = await maker.account({ role: "daddy", name: "Bruno" });
    await Promise.all(Array.from({ length: 18 }, (_, at) => maker.account({ role: "baby", name: `Ana ${at + 1}` })));
    await signInByApi(page, daddy, product.address);
    await page.goto("/busca");
    const link = page.getByRole("link", { name: "Ana 9, 30 anos" });
    await link.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const readTop = () => link.evaluate((element) => element.getBoundingClientRect().top);
    for (const isByKey of [true, false]) {
      const top = await readTop();
      if (isByKey) await link.press("Enter");
      else await link.click();
      await expect(page.getByRole("heading", { level: 1, name: "Ana 9, 30" })).toBeVisible();
      const back = page.getByRole("button", { name: "Voltar" }).filter({ visible: true });
      if (isByKey) await back.press("Enter");
      else await back.click();
      await expect(link).toBeFocused();
      expect(await link.evaluate((element) => element.matches(":focus-visible"))).toBe(isByKey);
      // Content that loads above the card may move it by some pixels.
      await expect.poll(async () => Math.abs((await readTop()) - top)).toBeLessThan(100);
    }
  });
});

test.describe("when the server fails", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("[K8.01] the search shows its error text and tries again", async ({ page, product }) => {
    const daddy = await product.maker.member({ role: "daddy", name: "Bruno" });
    await product.maker.member({ role: "baby", name: "Ana" });
    await signInByApi(page, daddy, product.address);
    let isBroken = true;
    await withoutFirstAnswers(page);
    await page.route("**/api/discovery*", (route) =>
      isBroken ? route.fulfill({ status: 500, body: "{}" }) : route.continue(),
    );
    await page.goto("/busca");
    await expect(page.getByText("Erro ao carregar perfis. Por favor, tente novamente.")).toBeVisible();
    await axe(page);
    isBroken = false;
    await page.getByRole("button", { name: "Tentar Novamente" }).click();
    await expect(page.getByRole("link", { name: "Ana, 30 anos" })).toBeVisible();
  });
});

test.describe("the profile of another member", () => {
  test("[M2.08][M2.57] shows texts and facts", { tag: "@npm-test" }, async ({ page, product }) => {
    const { maker } = product;
    const [daddy, baby] = [
      await maker.member({ role: "daddy", name: "Bruno" }),
      await maker.member({ role: "baby", name: "Ana" }),
    ];
    await signInByApi(page, daddy, product.address);
    await page.goto(`/perfil/${baby.id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Ana, 30" })).toBeVisible();
    for (const text of [...Object.values(sampleAbout), "Tipo de conta", "Na mesma cidade"]) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    await axe(page);
  });

  test("[T16][T30][D1.05] of the own role, of an unknown id, or behind a block is not found, and all three look alike", async ({
    page,
    product,
  }) => {
    const { maker } = product;
    const daddy = await maker.member({ role: "daddy", name: "Bruno" });
    const [rival, hiddenMember] = [
      await maker.account({ role: "daddy", name: "Rui" }),
      await maker.account({ role: "baby", name: "Bia" }),
    ];
    await maker.hide(daddy.id, hiddenMember.id);
    await signInByApi(page, daddy, product.address);
    for (const id of [rival.id, hiddenMember.id, "0192f000-0000-7000-8000-000000000001"]) {
      await page.goto(`/perfil/${id}`);
      await expect(page.getByRole("heading", { name: "Perfil não encontrado" })).toBeVisible();
      await expect(page.getByText(/Rui|Bia/)).toHaveCount(0);
    }
    await axe(page);
    await shot(page, "perfil-nao-encontrado");
    await page.goto(`/perfil/${daddy.id}`);
    await expect(page).toHaveURL("/perfil");
  });
});

test("in the first session of a new account the search sells nothing, and hints at the own profile before anything is touched", async ({
  page,
  product,
}) => {
  const { maker } = product;
  await makeMany(maker, 10);
  const daddy = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, daddy, product.address);
  await page.goto("/busca");
  await expect(cards(page).first()).toBeVisible();
  const hint = page.getByRole("complementary", { name: "Seu perfil" });
  await expect(hint.getByRole("heading", { name: "Mostre mais de você" })).toBeVisible();
  await expect(hint.getByRole("link")).toHaveAttribute("href", "/perfil");
  await expect(page.getByRole("complementary", { name: "Seja Premium" })).toHaveCount(0);
  await hint.scrollIntoViewIfNeeded();
  await axe(page);
  await shot(page, "busca-primeiro-dia");
});
