import type { Locator, Page } from "@playwright/test";
import { type MadeMember, type Maker, signInByApi } from "../support/member-factory.ts";
import { admin } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import { answerLate, expectLoaded, expectStill, reverseAnswers, watchVitals } from "../support/vitals.ts";

/** Only members of this journey live in this city. */
const CITY = { cityId: 1_100_031 };
/** No member of that city is of this age. */
const NOBODY = `/busca?cidade=${CITY.cityId}&idade=59-60`;

type Screen = {
  path: string;
  /** An element of the real content that is never in the skeleton. */
  content: (page: Page) => Locator;
  /** The footer closes the screen at this window size. It loads with the first movement. */
  hasFooter?: boolean;
};

/**
 * Opens each screen as a reload does, and moves the pointer there, which loads the remaining parts. `judge` looks at each
 * afterwards.
 */
async function expectSteady(page: Page, screens: Screen[], judge?: (name: string) => Promise<void>): Promise<void> {
  await watchVitals(page);
  for (const { path, content, hasFooter } of screens) {
    const name = path.replace(/[0-9a-f-]{36}/, "…");
    await page.goto(path);
    await expect(content(page), name).toBeVisible();
    await expectLoaded(page);
    let x = 100;
    await expect(async () => {
      x += 1;
      await page.mouse.move(x, 300);
      await expect(page.getByRole("contentinfo"), name).toHaveCount(hasFooter ? 1 : 0, { timeout: 1_000 });
    }).toPass();
    await expect(content(page), name).toBeVisible();
    await expectStill(page, name);
    await judge?.(name);
  }
}

const title = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { level: 1, name });
const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole("main").getByRole("heading", { name }).first();
const text = (words: string | RegExp) => (page: Page) =>
  page.getByRole("main").getByText(words).filter({ visible: true }).first();
const card = (name: string) => (page: Page) =>
  page
    .getByRole("article")
    .filter({ has: page.getByRole("link", { name: `${name}, 30 anos` }) })
    .first();

/**
 * Makes two members who have each other as favourites and have visited each other; the daddy wrote. They signed up a
 * week ago, so the search offers them purchases.
 */
async function makePair(maker: Maker, page: Page, origin: string) {
  const createdAt = new Date(Date.now() - 7 * 86_400_000);
  const [ana, bruno] = [
    await maker.member({ role: "baby", name: "Ana", createdAt, ...CITY }),
    await maker.member({ role: "daddy", name: "Bruno", createdAt, ...CITY }),
  ];
  await maker.wrote(bruno.id, ana.id);
  for (const [one, other] of [
    [ana, bruno],
    [bruno, ana],
  ] as const) {
    await signInByApi(page, one, origin);
    for (const path of ["favorites", "visits"]) {
      const reply = await page.request.put(`/api/${path}/${other.id}`, { headers: { origin }, data: {} });
      expect(reply.status(), path).toBe(200);
    }
  }
  return { ana, bruno };
}

const listsOf = (peer: MadeMember, isMobile: boolean): Screen[] => [
  { path: "/busca", content: (page) => page.getByRole("article").first(), hasFooter: !isMobile },
  { path: `/busca?cidade=${CITY.cityId}&idade=25-60`, content: card(peer.name), hasFooter: !isMobile },
  { path: NOBODY, content: heading("Nenhum perfil encontrado"), hasFooter: !isMobile },
  { path: "/favoritos", content: card(peer.name), hasFooter: !isMobile },
  { path: "/favoritos?aba=fas", content: text(/^1 pessoa favoritou você/), hasFooter: !isMobile },
  { path: "/visitas", content: text(/^1 pessoa visitou/), hasFooter: !isMobile },
];
const peopleOf = (own: MadeMember, peer: MadeMember, isMobile: boolean): Screen[] => [
  { path: "/mensagens", content: text(peer.name) },
  { path: `/mensagens?userId=${peer.id}`, content: (page) => page.getByRole("log").getByText("Oi!") },
  { path: `/perfil/${peer.id}`, content: title(`${peer.name}, 30`) },
  { path: "/perfil", content: heading("Suas fotos"), hasFooter: !isMobile },
  { path: "/perfil?ver=outros", content: title(`${own.name}, 30`), hasFooter: !isMobile },
];
/** The page of a payment, inside its frame. */
const payment = (page: Page) => page.frameLocator("iframe").getByText("Pix copia e cola").first();
const OFFERS = {
  baby: { premium: "Plano Premium", highlight: "O que o destaque acrescenta", product: "highlight" },
  daddy: { premium: "O que o Premium acrescenta", highlight: "O destaque faz parte do Premium", product: "tokens" },
};
const pagesOf = (role: "baby" | "daddy", isMobile: boolean): Screen[] => [
  { path: "/configuracoes", content: heading("Aparelhos"), hasFooter: true },
  { path: "/premium", content: heading(OFFERS[role].premium), hasFooter: !isMobile },
  { path: "/destaque", content: heading(OFFERS[role].highlight), hasFooter: !isMobile },
  { path: `/checkout?type=${OFFERS[role].product}`, content: payment, hasFooter: !isMobile },
  { path: "/obrigado?type=tokens", content: title("Obrigado!"), hasFooter: !isMobile },
  { path: "/compras", content: heading(role === "baby" ? "Destaque" : "Fichas"), hasFooter: !isMobile },
  { path: "/fichas", content: text("Nada por aqui ainda"), hasFooter: !isMobile },
];
const OFFICE = [
  ["/admin", "Dashboard"],
  ["/admin/usuarios", "Usuários"],
  ["/admin/cadastro-rapido", "Cadastro rápido"],
  ["/admin/verificacoes", "Verificações"],
  ["/admin/denuncias", "Denúncias"],
  ["/admin/denuncias/recursos", "Recursos"],
  ["/admin/denuncias/avisos", "Denúncias externas"],
  ["/admin/pedidos", "Pedidos"],
  ["/admin/equipe", "Equipe"],
  ["/admin/auditoria", "Auditoria"],
  ["/admin/seguranca", "Verificação em duas etapas"],
  ["/admin/emails", "E-mails"],
  ["/admin/configuracoes", "Configurações do site"],
] as const;
const PUBLIC = [
  "/login",
  "/cadastro",
  "/sobre",
  "/como-funciona",
  "/esqueci-senha",
  "/faq",
  "/seguranca",
  "/denunciar-conteudo",
  "/transparencia",
  "/termos",
];

test("[D3.45] no screen of a visitor jumps while it loads", { tag: "@both-sizes" }, async ({ page }) => {
  await expectSteady(
    page,
    PUBLIC.map((path) => ({ path, content: title(/./) })),
  );
});

const signInButton = (page: Page) => page.getByRole("button", { name: "Entrar", exact: true }).last();
for (const { name, path, content, width } of [
  { name: "the sign-in page of a phone", path: "/login", content: signInButton, width: 360 },
  { name: "the sign-in page of a computer", path: "/login", content: signInButton, width: 1_280 },
  { name: "the terms on a computer", path: "/termos", content: title(/./), width: 1_280 },
])
  test(`[D3.45] ${name} does not jump when its fonts arrive after it was drawn`, {
    tag: width < 768 ? [] : "@desktop",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const whenDrawn = Promise.withResolvers<void>();
    await page.route(/\.woff2$/, async (route) => {
      await whenDrawn.promise;
      await route.continue();
    });
    await watchVitals(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(content(page)).toBeVisible();
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    whenDrawn.resolve();
    await expectLoaded(page);
    await expectStill(page, name);
  });

// The screens of both roles have the same parts, so those of one go at both sizes.
const TAGS = { baby: [], daddy: "@both-sizes" };
for (const role of ["baby", "daddy"] as const) {
  test(`[D3.45] no list of a ${role} jumps while it loads`, { tag: TAGS[role] }, async ({
    page,
    maker,
    baseURL,
    isMobile,
  }) => {
    const { ana, bruno } = await makePair(maker, page, baseURL ?? "");
    const [own, other] = role === "baby" ? [ana, bruno] : [bruno, ana];
    await signInByApi(page, own, baseURL ?? "");
    await expectSteady(page, listsOf(other, isMobile));
  });
  test(`[D3.45] no conversation and no profile of a ${role} jumps while it loads`, { tag: TAGS[role] }, async ({
    page,
    maker,
    baseURL,
    isMobile,
  }) => {
    const { ana, bruno } = await makePair(maker, page, baseURL ?? "");
    const [own, other] = role === "baby" ? [ana, bruno] : [bruno, ana];
    await signInByApi(page, own, baseURL ?? "");
    await expectSteady(page, peopleOf(own, other, isMobile));
  });
  test(`[D3.45] no page about the account of a ${role} jumps while it loads`, { tag: TAGS[role] }, async ({
    page,
    maker,
    baseURL,
    isMobile,
  }) => {
    await signInByApi(page, await maker.member({ role, name: "Ana", ...CITY }), baseURL ?? "");
    await expectSteady(page, pagesOf(role, isMobile));
  });
}

test("[D3.45] the search of a newcomer does not jump while it loads", async ({ page, maker, baseURL, isMobile }) => {
  await signInByApi(page, await maker.member({ role: "baby", name: "Ana", ...CITY }), baseURL ?? "");
  const hint = (page: Page) => page.getByRole("complementary", { name: "Seu perfil" });
  await expectSteady(page, [
    { path: "/busca", content: hint, hasFooter: !isMobile },
    { path: NOBODY, content: hint, hasFooter: !isMobile },
  ]);
});

test("[D3.45] no screen of the office jumps while it loads, in whatever order its answers come, and on a tablet none is wider than the window", {
  tag: "@both-sizes",
}, async ({ page, baseURL, isMobile }) => {
  await signInByApi(page, admin(), baseURL ?? "");
  await reverseAnswers(page);
  const expectTabletFit = async (name: string) => {
    const size = page.viewportSize();
    if (!size) throw new Error("The window has a size");
    await page.setViewportSize({ width: 768, height: 1_024 });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(768);
    await page.setViewportSize(size);
  };
  const screens = OFFICE.map(([path, name]) => ({ path, content: heading(name), hasFooter: !isMobile }));
  await expectSteady(page, screens, isMobile ? expectTabletFit : undefined);
  // With 200 % zoom a window is lower than the navigation. Its open entry must not scroll the page, nor leave the row.
  if (!isMobile) await page.setViewportSize({ width: 960, height: 540 });
  await page.goto("/admin/configuracoes");
  await expectLoaded(page);
  await expect(heading("Configurações do site")(page)).toBeInViewport();
  const nav = page.getByRole("navigation", { name: "Administração" });
  if (isMobile) await expect(nav.getByRole("link", { name: "Configurações" })).toBeInViewport({ ratio: 1 });
});

test("[D3.45] nothing moves while the server makes the key of an authenticator app", { tag: "@desktop" }, async ({
  page,
  baseURL,
}) => {
  await signInByApi(page, admin(), baseURL ?? "");
  await answerLate(page, "**/api/account/factor");
  await watchVitals(page);
  await page.goto("/admin/seguranca");
  await page.getByRole("button", { name: "Configurar agora" }).click();
  await expect(page.getByRole("img", { name: "QR code da verificação em duas etapas" })).toBeVisible();
  await expectLoaded(page);
  await expectStill(page, "/admin/seguranca");
});

test("[D3.45] no other screen of an admin jumps while it loads", { tag: "@desktop" }, async ({
  page,
  maker,
  baseURL,
  isMobile,
}) => {
  await maker.member({ role: "baby", name: "Ana" });
  await signInByApi(page, admin(), baseURL ?? "");
  await expectSteady(page, [
    { path: "/busca", content: (page) => page.getByRole("article").first(), hasFooter: !isMobile },
    { path: "/perfil", content: text(/^Membro desde/), hasFooter: !isMobile },
    { path: "/configuracoes", content: heading("Aparelhos"), hasFooter: true },
  ]);
});
