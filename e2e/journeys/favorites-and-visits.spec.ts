import { withoutFirstAnswers } from "../support/first-answers.ts";
import { signInByApi } from "../support/member-factory.ts";
import { axe, expect, shot, test } from "../support/test.ts";

// This city has members of this journey only.
const CITY = { cityId: 1_100_023 };
const TITLE = "Nenhum favorito encontrado";

test("[K2.26][K2.27][K2.28] favourites are found by name or city, are removed by their heart, and an empty list says so", async ({
  page,
  maker,
  baseURL,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno", ...CITY });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto("/favoritos");
  await expect(page.getByRole("heading", { level: 1, name: "Meus Favoritos" })).toBeVisible();
  await expect(page.getByRole("heading", { name: TITLE })).toBeVisible();
  await axe(page);
  await shot(page, "favoritos-vazio");

  for (const [name, cityId] of [
    ["Helena", 1_100_023],
    ["Márcia", 3_304_557],
  ] as const) {
    const member = await maker.member({ role: "baby", name, cityId });
    const headers = { origin: baseURL ?? "" };
    expect((await page.request.put(`/api/favorites/${member.id}`, { headers, data: {} })).status()).toBe(200);
  }
  await page.reload();
  const main = page.getByRole("main");
  await expect(main.getByRole("article")).toHaveCount(2);
  await shot(page, "favoritos");
  const search = page.getByLabel("Buscar por nome ou cidade");
  await search.fill("marcia");
  await expect(main.getByRole("article")).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=marcia$/);
  await page.reload();
  await expect(search).toHaveValue("marcia");
  await expect(main.getByRole("link", { name: "Márcia, 30 anos" })).toBeVisible();
  await search.fill("rio de janeiro");
  await expect(main.getByRole("article")).toHaveCount(1);
  await search.fill("ninguém");
  await expect(page.getByRole("heading", { name: TITLE })).toBeVisible();
  await expect(page.getByText(/combina com “ninguém”/)).toBeVisible();
  await page.getByRole("button", { name: "Limpar busca" }).click();
  await expect(main.getByRole("article")).toHaveCount(2);

  const heart = page.getByRole("button", { name: "Favoritar Helena" });
  const listedAgain = page.waitForResponse((reply) => new URL(reply.url()).pathname === "/api/favorites");
  await heart.click();
  // The list is loaded again without Helena, but her card stays, so that a mistake can be undone.
  await listedAgain;
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await expect(main.getByRole("article")).toHaveCount(2);
  await page.reload();
  await expect(main.getByRole("article")).toHaveCount(1);
});

test("[D3.13] a baby sees every visitor and admirer, and is offered nothing that she cannot buy", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno", ...CITY });
  const helena = await maker.member({ role: "baby", name: "Helena", ...CITY });
  const brunosPage = await openPage();
  await signInByApi(brunosPage, bruno, baseURL ?? "");
  await brunosPage.goto(`/perfil/${helena.id}`);
  const heart = brunosPage.getByRole("button", { name: /Favorit/ });
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");

  await signInByApi(page, helena, baseURL ?? "");
  for (const [path, count] of [
    ["/visitas", "1 pessoa visitou seu perfil nos últimos 12 meses"],
    ["/favoritos?aba=fas", "1 pessoa favoritou você"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(count)).toBeVisible();
    await expect(page.getByRole("link", { name: "Bruno, 30 anos" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /Premium/ })).toHaveCount(0);
    await axe(page);
    await shot(page, `baby-${path.includes("fas") ? "fas" : "visitas"}`);
  }
});

test("[D3.13][D3.61] a payer sees a frosted card for each visitor and admirer, and with premium who they are", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno", ...CITY });
  const helena = await maker.member({ role: "baby", name: "Helena", ...CITY });
  await signInByApi(page, bruno, baseURL ?? "");
  for (const [path, title] of [
    ["/visitas", "Nenhuma visita ainda"],
    ["/favoritos?aba=fas", "Ninguém favoritou você ainda"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  }
  const helenasPage = await openPage();
  await signInByApi(helenasPage, helena, baseURL ?? "");
  await helenasPage.goto(`/perfil/${bruno.id}`);
  await helenasPage.getByRole("button", { name: /Favorit/ }).click();
  await expect(helenasPage.getByRole("button", { name: /Favorit/ })).toHaveAttribute("aria-pressed", "true");

  for (const [path, title] of [
    ["/visitas", "1 pessoa visitou seu perfil"],
    ["/favoritos?aba=fas", "1 pessoa favoritou você"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByText(/Com o Premium, (o histórico completo|a lista completa) fica aqui/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Conhecer o Premium" })).toHaveAttribute("href", "/premium");
    await expect(page.getByText("Helena")).toHaveCount(0);
    await expect(page.getByRole("main").locator("svg[viewBox='0 0 60 80']")).toHaveCount(1);
    await expect(page.getByRole("main").locator("img")).toHaveCount(0);
    const offer = page.locator("section", { has: page.getByRole("heading", { name: title }) });
    expect((await offer.boundingBox())?.height).toBeLessThanOrEqual(0.4 * 740);
    await axe(page);
    await shot(page, `sem-premium-${path.includes("fas") ? "fas" : "visitas"}`);
  }
  await maker.premium(bruno.id);
  await page.goto("/visitas");
  await expect(page.getByRole("link", { name: "Helena, 30 anos" })).toBeVisible();
  await expect(page.getByText("Visitou hoje")).toBeVisible();
  await axe(page);
  await shot(page, "visitas");
  await page.goto("/favoritos?aba=fas");
  await expect(page.getByRole("link", { name: "Helena, 30 anos" })).toBeVisible();
});

test.describe("when the server fails", () => {
  test.use({ expectedErrors: /status of 500/ });
  test("[K8.02] the lists show their error text and try again", async ({ page, maker, baseURL }) => {
    const bruno = await maker.account({ role: "daddy", name: "Bruno", ...CITY });
    await signInByApi(page, bruno, baseURL ?? "");
    await withoutFirstAnswers(page);
    for (const [path, api, text] of [
      ["/favoritos", "**/api/favorites*", "Erro ao carregar favoritos. Por favor, tente novamente."],
      ["/visitas", "**/api/visits*", "Erro ao carregar visitas. Por favor, tente novamente."],
    ] as const) {
      await page.route(api, (route) => route.fulfill({ status: 500 }));
      await page.goto(path);
      await expect(page.getByText(text)).toBeVisible({ timeout: 20_000 });
      await page.unroute(api);
      await page.getByRole("button", { name: "Tentar Novamente" }).click();
      await expect(page.getByRole("heading", { name: /Nenhum/ })).toBeVisible();
    }
  });
});
