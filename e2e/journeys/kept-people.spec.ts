import { enter } from "../support/made-people.ts";
import { sharedTest as test } from "../support/own-test.ts";
import { axe, expect, shot } from "../support/test.ts";

// A town of their own: other journeys must not come by.
const TOWN = { cityId: 1_100_023 };
const TITLE = "Nenhum favorito encontrado";

test("[K2.26][K2.27][K2.28] favourites are found by name or place, leave with their heart, and are empty in words", async ({
  page,
  maker,
  baseURL,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno", ...TOWN });
  await enter(page, bruno, baseURL ?? "");
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
  // The list comes anew, without Helena; her card stays for whoever slipped.
  await listedAgain;
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await expect(main.getByRole("article")).toHaveCount(2);
  await page.reload();
  await expect(main.getByRole("article")).toHaveCount(1);
});

test("[D3.13] who came and who keeps one: how many for everybody, who they are for premium", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno", ...TOWN });
  const helena = await maker.member({ role: "baby", name: "Helena", ...TOWN });
  await enter(page, bruno, baseURL ?? "");
  for (const [path, title] of [
    ["/visitas", "Nenhuma visita ainda"],
    ["/favoritos?aba=fas", "Ninguém favoritou você ainda"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  }
  const other = await openPage();
  await enter(other, helena, baseURL ?? "");
  await other.goto(`/perfil/${bruno.id}`);
  await other.getByRole("button", { name: /Favorit/ }).click();
  await expect(other.getByRole("button", { name: /Favorit/ })).toHaveAttribute("aria-pressed", "true");

  for (const [path, title] of [
    ["/visitas", "1 pessoa visitou seu perfil"],
    ["/favoritos?aba=fas", "1 pessoa favoritou você"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("link", { name: "Conhecer o Premium" })).toHaveAttribute("href", "/premium");
    await expect(page.getByText("Helena")).toHaveCount(0);
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

test.describe("without an answer", () => {
  test.use({ expectedFaults: [/status of 500/] });
  test("[K8.02] the lists say so and try again", async ({ page, maker, baseURL }) => {
    const bruno = await maker.account({ role: "daddy", name: "Bruno", ...TOWN });
    await enter(page, bruno, baseURL ?? "");
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
