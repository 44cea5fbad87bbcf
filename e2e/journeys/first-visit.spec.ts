import { signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { signIn, signOut } from "../support/people.ts";
import { axe, expect, shot } from "../support/test.ts";

/** Members created before today are no newcomers; newcomers are sold nothing. */
const LAST_WEEK = new Date(Date.now() - 7 * 86_400_000);

test("[K2.05][K2.21][K2.24] without other members, the search and the conversations say what to do next", async ({
  page,
  product,
}) => {
  const ana = await product.maker.member({ role: "baby", name: "Ana", createdAt: LAST_WEEK });
  await signInByApi(page, ana, product.address);
  await page.goto("/busca");
  await expect(page.getByRole("heading", { name: "Nenhum perfil encontrado" })).toBeVisible();
  await expect(page.getByText(/Ajuste os filtros/)).toBeVisible();
  await axe(page);
  await shot(page, "busca-vazia");
  await page.goto("/mensagens");
  await expect(page.getByText("Nenhuma conversa encontrada")).toBeVisible();
  await axe(page);
  await shot(page, "mensagens-vazia");

  await product.maker.member({ role: "daddy", name: "Bruno" });
  await page.goto("/busca");
  const banner = page.getByRole("complementary", { name: "Destaque seu perfil" });
  // The banner has its link even before the page was touched.
  await expect(banner.getByRole("link")).toHaveAttribute("href", "/destaque");
});

test("[M2.60][K2.25] a card offers the heart and a message; a daddy who is not premium is offered it, a premium one is not", {
  tag: ["@desktop", "@npm-test"],
}, async ({ page, product }) => {
  const { maker } = product;
  const [bruno, ana] = [
    await maker.member({ role: "daddy", name: "Bruno", createdAt: LAST_WEEK }),
    await maker.member({ role: "baby", name: "Ana" }),
  ];
  await signInByApi(page, bruno, product.address);
  await page.goto("/busca");
  const card = page.getByRole("article").first();
  await card.hover();
  await expect(card.getByRole("button", { name: "Favoritar Ana" })).toHaveCSS("opacity", "1");
  const message = card.getByRole("link", { name: "Enviar mensagem para Ana" });
  await expect(message).toHaveCSS("opacity", "1");
  await expect(message).toHaveAttribute("href", `/mensagens?userId=${ana.id}`);
  const banner = page.getByRole("complementary", { name: "Seja Premium" });
  await expect(banner.getByRole("link")).toHaveAttribute("href", "/premium");
  await maker.premium(bruno.id);
  await page.reload();
  await expect(card).toBeVisible();
  await expect(banner).toHaveCount(0);
});

for (const { role, offer, path } of [
  { role: "baby", offer: "Destaque seu perfil", path: "/destaque" },
  { role: "daddy", offer: "Seja Premium", path: "/premium" },
] as const) {
  test(`[K2.24][K2.25] a new ${role} sees a hint about the own profile at once, and from the second session on the banner`, async ({
    page,
    product,
  }) => {
    const own = await product.maker.member({ role, name: "Ana" });
    const banner = page.getByRole("complementary", { name: offer });
    const hint = page.getByRole("complementary", { name: "Seu perfil", exact: true });
    await page.goto("/login");
    await signIn(page, own);
    await expect(page).toHaveURL(/\/busca$/);
    await expect(hint.getByRole("link")).toHaveAttribute("href", "/perfil");
    await page.reload();
    await expect(hint.getByRole("heading", { name: "Mostre mais de você" })).toBeVisible();
    await expect(banner).toHaveCount(0);
    await axe(page);
    await shot(page, `busca-primeira-sessao-${role}`);

    await signOut(page);
    await page.goto("/login");
    await signIn(page, own);
    await expect(page).toHaveURL(/\/busca$/);
    await expect(banner.getByRole("link")).toHaveAttribute("href", path);
    await expect(hint).toHaveCount(0);
    await shot(page, `busca-segunda-sessao-${role}`);
  });
}

test("[D1.08][D1.10] an admin sees every profile with its state, and can neither chat nor favourite", async ({
  page,
  product,
}) => {
  const { maker } = product;
  const staff = await maker.account({ role: "admin", name: "Equipe" });
  const goneMember = await maker.member({ role: "daddy", name: "Bruno", suspendedAt: new Date() });
  await maker.member({ role: "baby", name: "Ana" });
  await page.goto("/login");
  await signIn(page, staff);
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/busca");
  await expect(page.getByRole("link", { name: "Ana, 30 anos" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Favoritar/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Enviar mensagem/ })).toHaveCount(0);
  await page.goto(`/perfil/${goneMember.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Bruno, 30" })).toBeVisible();
  await expect(page.getByText("Visão da equipe")).toBeVisible();
  await expect(page.getByText(/suspensa/i)).toBeVisible();
  await expect(page.getByRole("link", { name: "Mensagem", exact: true })).toHaveCount(0);
  await axe(page);
  await shot(page, "perfil-equipe");
  expect(await maker.db.selectFrom("presence").selectAll().execute()).toEqual([]);
});

test.describe("without a network for a while", () => {
  // A part of the page may be loading when the network goes away.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|The code of a part did not load/ });

  test("[M4.18][M7.01] the browser sends presence pings on load, each minute, on coming back and when the network returns", async ({
    page,
    product,
  }) => {
    const ana = await product.maker.member({ role: "baby", name: "Ana" });
    await signInByApi(page, ana, product.address);
    let pings = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && new URL(request.url()).pathname === "/api/presence") pings += 1;
    });
    await page.clock.install();
    await page.goto("/busca");
    await expect.poll(() => pings).toBe(1);
    // Coming back within half a minute sends nothing. Ten seconds are far from it, because real time passes as well.
    await page.clock.runFor(10_000);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    expect(pings).toBe(1);
    await page.clock.runFor(51_000);
    await expect.poll(() => pings).toBe(2);

    await page.context().setOffline(true);
    await page.clock.runFor(180_000);
    expect(pings).toBe(2);
    await page.context().setOffline(false);
    await expect.poll(() => pings).toBe(3);
  });
});
