import { prices } from "@caramelo/contract/billing/prices";
import { brand } from "@caramelo/contract/brand/brand";
import { CATEGORY_NAMES, dataCategories, fillPeriods } from "@caramelo/contract/personal-data/categories";
import type { Page } from "@playwright/test";
import { signInByApi } from "../support/member-factory.ts";
import { axe, expect, shot, test } from "../support/test.ts";

const PAGES = [
  { path: "/sobre", heading: /Clareza desde a primeira conversa/ },
  { path: "/como-funciona", heading: /Como o .+ funciona/ },
  { path: "/faq", heading: "Perguntas frequentes" },
  { path: "/seguranca", heading: "Segurança" },
  { path: "/transparencia", heading: "Transparência" },
  { path: "/denunciar-conteudo", heading: "Denunciar conteúdo" },
  { path: "/privacidade", heading: "Política de privacidade" },
  { path: "/cookies", heading: "Cookies" },
  { path: "/termos", heading: "Termos de uso" },
];
const CATALOGUE = Object.values(prices).map(({ centavos }) =>
  (centavos / 100).toLocaleString("pt-BR", { style: "currency", currency: "BRL" }).replace(/\s/g, " "),
);

/** The whole text of the page, including answers in closed disclosures. */
const readText = async (page: Page) => ((await page.locator("body").textContent()) ?? "").replace(/\s+/g, " ");

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("[K1.02] every page about the product can be read, and says to search engines and shared links what it is", async ({
    page,
  }) => {
    for (const { path, heading } of PAGES) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading }), path).toBeVisible();
      await expect(page.getByRole("heading", { level: 2 }).first(), path).toBeVisible();
      await expect(page, path).toHaveTitle(new RegExp(` · ${brand.name}$`));
      const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`);
      for (const name of ["description", "og:title", "og:description"])
        expect((await meta(name).getAttribute("content"))?.length, `${path} ${name}`).toBeGreaterThan(10);
      await expect(meta("og:type"), path).toHaveAttribute("content", "website");
      await expect(meta("og:locale"), path).toHaveAttribute("content", "pt_BR");
      const picture = (await meta("og:image").getAttribute("content")) ?? "";
      expect(picture, path).toMatch(/^http:\/\/\S+\/og\.png$/);
    }
  });

  test("[T46][T48] prices on public pages are those of the catalogue, nothing promises five free messages, and no member is quoted without consent", async ({
    page,
  }) => {
    for (const { path } of [...PAGES, { path: "/login" }, { path: "/cadastro" }]) {
      await page.goto(path);
      const text = await readText(page);
      const writtenPrices = text.match(/R\$ ?[\d.]+(?:,\d\d)?/g) ?? [];
      expect(
        writtenPrices.filter((price) => !CATALOGUE.includes(price)),
        path,
      ).toEqual([]);
      expect(text, path).not.toMatch(/mensagens por dia|256 bits|depoimento/i);
    }
    await page.goto("/como-funciona");
    const text = await readText(page);
    for (const price of CATALOGUE) expect(text).toContain(price);
    expect(text).toContain("Sem renovação automática");
  });

  test("questions open by a press", async ({ page }) => {
    await page.goto("/faq");
    const answer = page.getByText("Estes são os preços finais.");
    await expect(answer).toBeHidden();
    await page.getByText("Quanto custa?").click();
    await expect(answer).toBeVisible();
  });
});

test("[K2.29] the page about the product shows mission and values, and links to the sign-up and to how it works", async ({
  page,
}) => {
  await page.goto("/sobre");
  await expect(page.getByRole("heading", { name: "Nossa missão" })).toBeVisible();
  for (const value of ["Qualidade", "Segurança", "Transparência", "Discrição"])
    await expect(page.getByRole("heading", { level: 3, name: value })).toBeVisible();
  // The brand file may name no person, and then none is shown.
  await expect(page.getByRole("heading", { name: "Quem faz" })).toHaveCount(brand.team.length > 0 ? 1 : 0);
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Cadastre-se" }).first()).toHaveAttribute("href", "/cadastro");
  await main.getByRole("link", { name: "Como funciona" }).first().click();
  await expect(page).toHaveURL(/\/como-funciona$/);
});

test("[D5.12][D5.13] the privacy page says of each data category what it is, why, how long and what an erasure does, by the periods of the jobs", async ({
  page,
}) => {
  await page.goto("/privacidade");
  const terms = ["O que é", "Para quê", "Base legal", "Por quanto tempo", "Se a conta é excluída"];
  for (const name of CATEGORY_NAMES) {
    const { name: title, keptFor, onErasure } = dataCategories[name];
    const card = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { level: 3, name: title, exact: true }) });
    await expect(card.getByRole("term"), name).toHaveText(terms);
    for (const text of [keptFor, onErasure]) await expect(card, name).toContainText(fillPeriods(text));
  }
  const text = await readText(page);
  for (const period of ["Visitas: 12 meses.", "Notificações: 90 dias", "Compras: 5 anos."])
    expect(text).toContain(period);
  expect(text).toContain("Notificações ficam 90 dias, visitas 12 meses e cópias dos e-mails enviados 30 dias.");
  await shot(page, "privacidade-itens");
});

test("[K2.30] the page about how it works shows four steps, benefits, free against premium, safety tips and questions", async ({
  page,
}) => {
  await page.goto("/como-funciona");
  const section = (name: string) =>
    page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });
  await expect(section("Em quatro passos").getByRole("heading", { level: 3 })).toHaveCount(4);
  await expect(section("O que você encontra").getByRole("heading", { level: 3 })).toHaveCount(4);
  await expect(section("Grátis e Premium").getByRole("columnheader", { name: "Premium" })).toBeVisible();
  await expect(section("Encontros com segurança").getByRole("heading", { level: 3 })).toHaveCount(6);
  await expect(section("Perguntas frequentes").getByRole("group")).not.toHaveCount(0);
});

test("[K2.31] the page about how it works links to premium, questions, sign-up and sign-in", async ({ page }) => {
  await page.goto("/como-funciona");
  for (const to of ["/premium", "/faq", "/cadastro", "/login"])
    await expect(page.getByRole("main").locator(`a[href="${to}"]`).first(), to).toBeVisible();
});

test("the pictures of the pages about the product say what they show, load when they are near and keep their place", async ({
  page,
}) => {
  for (const [path, count] of [
    ["/sobre", 2],
    ["/como-funciona", 4],
  ] as const) {
    await page.goto(path);
    const pictures = page.getByRole("main").locator("img");
    await expect(pictures, path).toHaveCount(count);
    for (const picture of await pictures.all()) {
      const place = await picture.boundingBox();
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      expect((await picture.boundingBox())?.height).toBe(place?.height);
      expect((await picture.getAttribute("alt"))?.length).toBeGreaterThan(20);
      for (const side of ["width", "height"]) expect(await picture.getAttribute(side)).toMatch(/^\d+$/);
    }
  }
});

test("what a member on a slow network types into the notice stays when the session comes, and the way in leads on to the search", async ({
  page,
  maker,
  baseURL,
}) => {
  await signInByApi(page, await maker.member({ role: "baby", name: "Ana" }), baseURL ?? "");
  const whenTyped = Promise.withResolvers<void>();
  await page.route("**/api/session", async (route) => {
    await whenTyped.promise;
    await route.continue();
  });
  // All screens of members share this file with the bars.
  const bars = page.waitForResponse("**/assets/busca-mensagens-*.js");
  await page.goto("/denunciar-conteudo");
  await page.getByLabel("O que aconteceu").fill("Apareceu uma foto minha");
  whenTyped.resolve();
  const search = page.getByRole("banner").getByRole("link", { name: "Buscar perfis" });
  await expect(search).toBeVisible();
  // The page could start again once the code of the bars has run.
  await page.evaluate(`import("${(await bars).url()}").then(() => new Promise(requestAnimationFrame))`);
  await expect(page.getByLabel("O que aconteceu")).toHaveValue("Apareceu uma foto minha");
  await search.click();
  await expect(page).toHaveURL(/\/busca$/);
  await expect(page.getByRole("link", { name: "Favoritos" }).filter({ visible: true }).first()).toBeVisible();
});

test("[K1.02] axe finds nothing on the pages about the product", { tag: ["@both-sizes", "@npm-test"] }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const { path } of PAGES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    await axe(page);
    await shot(page, path.slice(1));
  }
});

test("search engines are shown the public pages alone, and each is there", async ({ page, baseURL }) => {
  const map = await (await page.request.get("/sitemap.xml")).text();
  const paths = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => new URL(location ?? "").pathname);
  expect(paths).toContain("/como-funciona");
  for (const path of paths) {
    const answer = await page.request.get(path);
    expect([path, answer.status(), answer.headers()["x-robots-tag"]]).toEqual([path, 200, undefined]);
    const text = await answer.text();
    expect(text, path).toContain("<h1");
    // A page that waits for its data has a heading as well.
    expect(text, path).not.toMatch(/<div[^>]*data-first-screen/);
  }
  const robots = await (await page.request.get("/robots.txt")).text();
  expect(robots).toContain("Disallow: /api/");
  const closedAnswer = await page.request.get("/perfil/00000000-0000-7000-8000-000000000000");
  expect(closedAnswer.headers()["x-robots-tag"]).toBe("noindex, nofollow");
  const picture = await page.request.get(`${baseURL}/og.png`);
  expect(picture.headers()["content-type"]).toBe("image/png");
});
