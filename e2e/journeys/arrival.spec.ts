import { brand } from "@caramelo/contract/brand/brand";
import type { Locator, Page } from "@playwright/test";
import { type MadeMember, type Maker, signInByApi } from "../support/member-factory.ts";
import { signIn, signOut } from "../support/people.ts";
import { axe, expect, shot, test } from "../support/test.ts";
import { expectLoaded, readVitals, watchVitals } from "../support/vitals.ts";

/** The layout shift that a screen may have while it loads. */
const MAX_SHIFT = 0.02;
/** Only members of this journey live in this city. */
const CITY = { cityId: 1_100_080 };
const HOUR_MS = 3_600_000;

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const enter = (page: Page) => page.locator("form").getByRole("button", { name: "Entrar", exact: true });
const join = (page: Page) => page.getByRole("link", { name: "Criar conta grátis" });
const RETURNING = "Que bom ter você de volta";

/** The page shows all of it without scrolling. */
async function expectInView(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? height) + (box?.height ?? 1)).toBeLessThanOrEqual(height);
}

/** Uses the open search, which loads what comes only then. */
async function useSearch(page: Page): Promise<void> {
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectLoaded(page);
  for (const x of [100, 110]) await page.mouse.move(x, 300);
}

async function expectStranger(page: Page): Promise<void> {
  await expect(title(page, brand.tagline)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.getByText("de volta").filter({ visible: true })).toHaveCount(0);
  for (const button of [enter(page), join(page)]) await expectInView(page, button);
}

test("[D2.61] a stranger finds the tagline, both buttons without scrolling and three proofs; only a person who has signed in on the device is welcomed back", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page, context, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana", ...CITY });
  await watchVitals(page);
  for (const path of ["/", "/login"]) {
    await page.goto(path);
    await expectStranger(page);
    const { shift, moved: movedElements } = await readVitals(page);
    expect(shift, movedElements.join()).toBeLessThanOrEqual(MAX_SHIFT);
  }
  for (const proof of ["Verificação feita por pessoas", "Sem renovação automática", "Saída rápida no menu"])
    await expect(page.getByText(proof)).toBeVisible();
  await expect(page.getByRole("link", { name: "Cadastre-se" })).toBeVisible();
  await axe(page);
  await shot(page, "entrar-estranha");

  await test.step("once she has signed out, neither the tab nor the device knows anybody", async () => {
    await signIn(page, ana);
    await expect(page).toHaveURL(/\/busca$/);
    await signOut(page);
    await expect(page).toHaveURL(/\/login$/);
    await expectStranger(page);
    const nextTab = await context.newPage();
    await nextTab.goto("/login");
    await expectStranger(nextTab);
    await nextTab.close();
  });

  await test.step("a member whose session ended with the browser is welcomed back", async () => {
    await signIn(page, ana);
    await expect(page).toHaveURL(/\/busca$/);
    await useSearch(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("entrada"))).not.toBeNull();
    await context.clearCookies();
    await page.goto("/login");
    await expect(title(page, RETURNING)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(join(page)).toBeHidden();
    await shot(page, "entrar-de-volta");
  });
});

/** Makes a baby who has not seen her welcome, as a sign-up leaves her. */
async function makeNewcomer(maker: Maker, changes: { hiddenAt?: Date } = {}): Promise<MadeMember> {
  const helena = await maker.member({ role: "baby", name: "Helena", ...CITY, ...changes });
  await maker.db.insertInto("pendingWelcome").values({ memberId: helena.id }).execute();
  return helena;
}

test("[D2.60] the first sign-in of an account shows the own card and where to go; Back closes it, and no device shows it again", {
  tag: "@both-sizes",
}, async ({ page, maker, openPage }) => {
  await maker.member({ role: "daddy", name: "Bruno", ...CITY });
  const helena = await makeNewcomer(maker);
  const welcome = page.getByRole("dialog", { name: "Bem-vinda, Helena. Seu perfil está no ar" });
  await watchVitals(page);
  await page.goto("/login");
  await signIn(page, helena);
  await expect(welcome).toBeVisible();
  await expect(welcome).toBeFocused();
  await expect(welcome).toHaveAccessibleDescription("É assim que as outras pessoas veem você.");
  await expectLoaded(page);
  await expect(welcome.locator("img")).toBeVisible();
  const { shift, moved: movedElements } = await readVitals(page);
  expect(shift, movedElements.join()).toBeLessThanOrEqual(MAX_SHIFT);
  await axe(page);
  await shot(page, "boas-vindas");
  // The first card of the search stays in use.
  const [card, panel] = [await page.getByRole("article").first().boundingBox(), await welcome.boundingBox()];
  if (!card || !panel) throw new Error("The card or the welcome is not on the screen.");
  const isBeside = card.y + card.height <= panel.y || card.x + card.width <= panel.x;
  expect(isBeside, `the card at ${JSON.stringify(card)}, the welcome at ${JSON.stringify(panel)}`).toBe(true);

  await page.goBack();
  await expect(welcome).toHaveCount(0);
  await expect(page).toHaveURL(/\/busca$/);
  await expect(page.getByRole("main")).toBeFocused();
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectLoaded(page);
  await expect(welcome).toHaveCount(0);
  const tablet = await openPage();
  await tablet.goto("/login");
  await signIn(tablet, helena);
  await expect(tablet.getByRole("article").first()).toBeVisible();
  await expectLoaded(tablet);
  await expect(tablet.getByRole("dialog")).toHaveCount(0);
});

test("[D2.60] the welcome leaves the page in use and leads to people nearby and to more photos; a hidden profile is not called visible", async ({
  page,
  maker,
  openPage,
}) => {
  await maker.member({ role: "daddy", name: "Bruno", ...CITY });
  await page.goto("/login");
  await signIn(page, await makeNewcomer(maker));
  const welcome = page.getByRole("dialog", { name: /^Bem-vinda/ });
  await expect(welcome.getByRole("link", { name: "Adicionar mais fotos" })).toHaveAttribute("href", "/perfil");
  await welcome.getByRole("link", { name: "Ver quem está perto" }).click();
  await expect(page).toHaveURL(`/busca?cidade=${CITY.cityId}&km=100`);
  await expect(welcome).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Bruno, 30 anos" }).first()).toBeVisible();

  const other = await openPage();
  await other.goto("/login");
  await signIn(other, await makeNewcomer(maker, { hiddenAt: new Date() }));
  const honest = other.getByRole("dialog", { name: "Bem-vinda, Helena", exact: true });
  await expect(honest.getByText("Por enquanto ele não aparece para as outras pessoas.")).toBeVisible();
  await shot(other, "boas-vindas-escondida");
  await other.getByRole("link", { name: "Favoritos" }).filter({ visible: true }).first().click();
  await expect(other).toHaveURL(/\/favoritos$/);
  await expect(other.getByRole("dialog")).toHaveCount(0);
});

/** Records what the page writes on the icon of the installed site, which no headless browser draws. */
async function watchIcon(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const counts: number[] = [];
    Object.assign(window, { counts });
    navigator.setAppBadge = async (count = 0) => void counts.push(count);
  });
  // The cast is safe, because the value was set before the page's own scripts.
  return () => page.evaluate(() => (window as unknown as { counts: number[] }).counts);
}

test("[D2.62][D2.63] the icon shows unread messages until the end of the session, and none with discreet titles; it offers Mensagens and Buscar", async ({
  page,
  maker,
  baseURL,
}) => {
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  const shortcuts: { name: string; url: string }[] = manifest.shortcuts;
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ["Mensagens", "/mensagens"],
    ["Buscar", "/busca"],
  ]);

  const ana = await maker.member({ role: "baby", name: "Ana", ...CITY });
  const bruno = await maker.member({ role: "daddy", name: "Bruno", ...CITY });
  await maker.wrote(bruno.id, ana.id);
  const readIcon = await watchIcon(page);
  await signInByApi(page, ana, baseURL ?? "");
  await page.goto("/busca");
  await useSearch(page);
  await expect.poll(async () => (await readIcon()).at(-1)).toBe(1);

  const settings = await page.request.put("/api/settings", {
    headers: { origin: baseURL ?? "" },
    data: { hasDiscreetTitles: true },
  });
  expect(settings.status()).toBe(200);
  await page.goto("/busca");
  await expect(page).toHaveTitle("Início");
  await useSearch(page);
  await expect.poll(async () => (await readIcon()).at(-1)).toBe(0);
  expect(await readIcon()).not.toContain(1);

  await signOut(page);
  await expect.poll(async () => (await readIcon()).at(-1)).toBe(0);
});

/** The browser offers to install the site. The headless browser of these journeys never does. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    Object.assign(window, { wasAsked: false });
    dispatchEvent(Object.assign(offer, { prompt: async () => Object.assign(window, { wasAsked: true }) }));
    return offer.defaultPrevented;
  });

test("[D2.63] the hint to install comes at the second visit, once on a device, and asks the browser", async ({
  page,
  maker,
  baseURL,
}) => {
  await maker.member({ role: "daddy", name: "Bruno", ...CITY });
  await signInByApi(page, await maker.member({ role: "baby", name: "Ana", ...CITY }), baseURL ?? "");
  const hint = page.getByRole("dialog", { name: `${brand.name} na tela inicial` });
  const visit = async () => {
    await page.goto("/busca");
    await useSearch(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("primeira-vez"))).not.toBeNull();
    expect(await offerInstall(page), "whether the page keeps the browser's own hint back").toBe(true);
    await expectLoaded(page);
  };
  await visit();
  await expect(hint).toHaveCount(0);

  await page.evaluate((time) => localStorage.setItem("primeira-vez", String(time)), Date.now() - HOUR_MS);
  await visit();
  await expect(hint).toContainText("O ícone fica à vista de quem usar este aparelho.");
  await axe(page);
  await shot(page, "instalar");
  await hint.getByRole("button", { name: "Instalar" }).click();
  await expect(hint).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "wasAsked"))).toBe(true);

  await visit();
  await expect(hint).toHaveCount(0);

  // Back closes the hint before it leaves the page, and the hint goes along to no other page.
  const forget = () => page.evaluate(() => localStorage.removeItem("instalar"));
  await forget();
  await visit();
  await expect(hint).toBeVisible();
  await page.goBack();
  await expect(hint).toHaveCount(0);
  await expect(page).toHaveURL(/\/busca$/);
  await forget();
  await visit();
  await expect(hint).toBeVisible();
  await page.getByRole("link", { name: "Favoritos" }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/favoritos$/);
  await expect(hint).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/busca$/);
  await expectLoaded(page);
  await expect(hint).toHaveCount(0);
});

test("[D2.64] lists leave pulling to refresh to the browser; a conversation keeps its own scrolling", {
  tag: "@npm-test",
}, async ({ page, maker, baseURL }) => {
  const ana = await maker.member({ role: "baby", name: "Ana", ...CITY });
  const bruno = await maker.member({ role: "daddy", name: "Bruno", ...CITY });
  await maker.wrote(bruno.id, ana.id);
  await signInByApi(page, ana, baseURL ?? "");
  /** How an element and everything around it treat a pull beyond their end, as far as it is not the usual way. */
  const readOverscroll = (target: Locator) =>
    target.evaluate((element) => {
      const ways: string[] = [];
      for (let at: Element | null = element; at; at = at.parentElement) {
        const way = getComputedStyle(at).overscrollBehaviorY;
        if (way !== "auto") ways.push(way);
      }
      return ways;
    });
  for (const path of ["/busca", "/favoritos", "/visitas", "/mensagens"]) {
    await page.goto(path);
    await expectLoaded(page);
    const main = page.getByRole("main");
    const list = path === "/mensagens" ? page.getByRole("list", { name: "Conversas" }) : main;
    expect(await readOverscroll(list), path).toEqual([]);
  }
  await page.goto(`/mensagens?userId=${bruno.id}`);
  expect(await readOverscroll(page.getByRole("log").getByText("Oi!"))).toEqual(["contain"]);
});
