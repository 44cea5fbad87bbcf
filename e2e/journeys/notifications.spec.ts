import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { withoutFirstAnswers } from "../support/first-answers.ts";
import { type MadeMember, type Maker, signInByApi } from "../support/member-factory.ts";
import { axe, expect, shot, test } from "../support/test.ts";
import { listMisfits } from "../support/text-fit.ts";

const origin = () => process.env.E2E_BASE_URL ?? "";

/** A baby on the test's own page, and daddies who are each signed in on a separate page. */
async function openPeople(maker: Maker, page: Page, openPage: () => Promise<Page>, names: string[]) {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await signInByApi(page, ana, origin());
  const others = [];
  for (const name of names) {
    const person = await maker.member({ role: "daddy", name });
    await maker.grant(person.id, { tokens: 100, conversations: 5 });
    const own = await openPage();
    await signInByApi(own, person, origin());
    others.push({ person, own });
  }
  return { ana, others };
}

async function favorite(own: Page, of: MadeMember): Promise<void> {
  const reply = await own
    .context()
    .request.put(`${origin()}/api/favorites/${of.id}`, { data: {}, headers: { origin: origin() } });
  expect(reply.status()).toBe(200);
}

async function visit(own: Page, of: MadeMember): Promise<void> {
  const reply = await own
    .context()
    .request.put(`${origin()}/api/visits/${of.id}`, { data: {}, headers: { origin: origin() } });
  expect(reply.status()).toBe(200);
}

async function send(own: Page, to: MadeMember, text: string): Promise<void> {
  const reply = await own
    .context()
    .request.post(`${origin()}/api/conversations/${to.id}/messages`, {
      data: { clientId: randomUUID(), text },
      headers: { origin: origin() },
    });
  expect(reply.status()).toBe(200);
}

/**
 * Opens the page and waits for the live connection, after which every event arrives. Before it, only the heartbeat
 * after 25 s would tell the page of a change, which is later than any expectation here.
 */
async function openLive(page: Page, path: string): Promise<void> {
  const isLive = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  await page.goto(path);
  await isLive;
  await expect(page.getByRole("banner")).toBeVisible();
}

const bell = (page: Page) => page.getByRole("button", { name: /^Notificações/ }).filter({ visible: true });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notificações" });
const popUps = (page: Page) => page.getByRole("region", { name: "Avisos" }).getByRole("dialog");

test("[M2.22][M2.24][M4.12][M7.05][M8.35][M2.28][D3.60] a favourite counts live in every tab, what else the same person does joins its row, and a click on it dismisses it everywhere", {
  tag: "@npm-test",
}, async ({ page, openPage, maker }) => {
  const { ana, others } = await openPeople(maker, page, openPage, ["Bruno"]);
  const [bruno] = others;
  if (!bruno) throw new Error("There is one");
  const second = await page.context().newPage();
  for (const tab of [page, second]) await openLive(tab, "/busca");
  await bell(second).click();
  await expect(panel(second).getByText("Nenhuma notificação")).toBeVisible();
  await axe(second);
  await shot(second, "notificacoes-nenhuma");
  await second.keyboard.press("Escape");

  await favorite(bruno.own, ana);
  for (const tab of [page, second]) await expect(bell(tab)).toHaveAccessibleName(/1 notificação não lida/);
  await bell(second).click();
  const entry = panel(second).getByRole("link", { name: "Bruno favoritou seu perfil" });
  await expect(entry).toBeVisible();
  await expect(entry.getByText("Agora")).toBeVisible();
  await axe(second);

  await visit(bruno.own, ana);
  await expect(panel(second).getByRole("link")).toHaveText([/^Bruno visitou e favoritou seu perfil/]);
  // The badge counts rows, and there is still one.
  await expect(bell(page)).toHaveAccessibleName(/1 notificação não lida/);
  await shot(second, "notificacoes");

  await bell(page).click();
  await panel(page)
    .getByRole("link", { name: /Bruno visitou e favoritou/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/perfil/${bruno.person.id}$`));
  await expect(panel(page)).toHaveCount(0);
  await expect(panel(second).getByText("Nenhuma notificação")).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName("Notificações");
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName("Notificações");
});

test("[M2.23][M4.13] Marcar todas como lidas is offered while a notification is unread, and clears the bell of every tab", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, others } = await openPeople(maker, page, openPage, ["Bruno", "Caio"]);
  const second = await page.context().newPage();
  for (const tab of [page, second]) await openLive(tab, "/busca");
  for (const { own } of others) await favorite(own, ana);
  await expect(bell(second)).toHaveAccessibleName(/2 notificações não lidas/);
  await bell(page).click();
  await expect(panel(page).getByRole("link")).toHaveText([/^Caio/, /^Bruno/]);
  await panel(page).getByRole("button", { name: "Marcar todas como lidas" }).click();
  await expect(panel(page).getByText("Nenhuma notificação")).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Marcar todas como lidas" })).toHaveCount(0);
  await expect(bell(second)).toHaveAccessibleName("Notificações");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
});

test("[M2.29][M9.03][M4.26] a new message pops up, cut at 50 characters, leads to its conversation and goes after 5 seconds", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, others } = await openPeople(maker, page, openPage, ["Bruno", "Caio"]);
  const [bruno, caio] = others;
  if (!bruno || !caio) throw new Error("There are two");
  await openLive(page, "/favoritos");
  await send(bruno.own, ana, `${"a".repeat(50)}bcd`);
  const first = popUps(page).filter({ hasText: "Bruno" });
  await expect(first).toContainText(`${"a".repeat(50)}…`);
  await expect(first).not.toContainText("aab");
  await expect(page.locator(":focus")).toHaveCount(0);
  await shot(page, "aviso-de-mensagem");
  await expect(first).toHaveCount(0);

  await send(bruno.own, ana, "Oi de novo");
  await send(caio.own, ana, "Oi, Ana");
  await expect(popUps(page)).toHaveCount(2);
  await popUps(page).getByRole("link", { name: "Caio" }).click();
  await expect(page).toHaveURL(new RegExp(`/mensagens\\?userId=${caio.person.id}$`));
  await expect(page.getByRole("log").getByText("Oi, Ana")).toBeVisible();

  // A new pop-up is needed, because the earlier ones disappear by themselves. Under the pointer it stays until it is
  // closed.
  await expect(popUps(page)).toHaveCount(0);
  await send(bruno.own, ana, "Mais uma coisa");
  await popUps(page).hover();
  await popUps(page).getByRole("button", { name: "Fechar aviso" }).click();
  await expect(popUps(page)).toHaveCount(0);
  await send(caio.own, ana, "E agora?");
  await expect(page.getByRole("log").getByText("E agora?")).toBeVisible();
  await send(bruno.own, ana, "Ainda aí?");
  await expect(popUps(page).filter({ hasText: "Ainda aí?" })).toBeVisible();
  await expect(popUps(page)).toHaveCount(1);
});

test("[M9.04] a new message plays its sound at volume 0.3, in one tab only; a refusal to play changes nothing", {
  tag: "@npm-test",
}, async ({ page, openPage, maker }) => {
  const { ana, others } = await openPeople(maker, page, openPage, ["Bruno"]);
  const [bruno] = others;
  if (!bruno) throw new Error("There is one");
  const played: string[] = [];
  await page.context().exposeBinding("recordPlay", (_, sound: string) => void played.push(sound));
  await page.context().addInitScript(() => {
    HTMLMediaElement.prototype.play = function play() {
      // The cast is safe, because the binding above defines it.
      const { recordPlay } = window as unknown as { recordPlay(sound: string): void };
      recordPlay(`${new URL(this.src).pathname} ${this.volume}`);
      return Promise.reject(new DOMException("not touched yet", "NotAllowedError"));
    };
  });
  const second = await page.context().newPage();
  for (const tab of [page, second]) await openLive(tab, "/favoritos");
  await send(bruno.own, ana, "Oi");
  // The pop-up leaves both tabs after five seconds, so neither expectation may wait for the other.
  await Promise.all([page, second].map((tab) => expect(popUps(tab)).toHaveCount(1)));
  await expect.poll(() => played).toEqual(["/nova-mensagem.wav 0.3"]);
  const sound = await page.request.get("/nova-mensagem.wav");
  expect(sound.headers()["content-type"]).toBe("audio/wav");
  expect(played).toHaveLength(1);
});

test.describe("the top bar of a desktop", { tag: "@desktop" }, () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test("[M2.18] offers everything there is, by its name", { tag: "@npm-test" }, async ({ page, maker }) => {
    await signInByApi(page, await maker.member({ role: "baby", name: "Ana" }), origin());
    await page.goto("/busca");
    const bar = page.getByRole("banner");
    for (const name of [/^Mensagens/, /^Notificações/, /^Sair$/])
      await expect(bar.getByRole("button", { name }).filter({ visible: true })).toHaveCount(1);
    for (const [name, path] of [
      ["Buscar", "/busca"],
      ["Favoritos", "/favoritos"],
      ["Meu Perfil", "/perfil"],
    ] as const)
      await expect(bar.getByRole("link", { name }).filter({ visible: true })).toHaveAttribute("href", path);
    await expect(bar.getByRole("link", { name: "Admin" })).toHaveCount(0);
  });

  test("[M2.25][M2.26][M2.27] Mensagens opens at most five conversations with unread messages, and leads to all", async ({
    page,
    openPage,
    maker,
  }) => {
    const names = ["Bruno", "Caio", "Davi", "Enzo", "Fabio", "Gil", "Hugo"];
    const { ana, others } = await openPeople(maker, page, openPage, names);
    await openLive(page, "/busca");
    const entry = page.getByRole("banner").getByRole("button", { name: /^Mensagens/ });
    const list = page.getByRole("dialog", { name: "Mensagens" });
    await entry.click();
    await expect(list.getByText("Nenhuma mensagem nova")).toBeVisible();
    const rest = "e esta mensagem é mais longa do que a linha que a mostra.";
    for (const { own, person } of others) await send(own, ana, `Oi, aqui é ${person.name}, ${rest}`);
    await expect(entry).toHaveAccessibleName(/7 mensagens não lidas/);
    await expect(list.getByRole("listitem")).toHaveCount(5);
    await expect(list.getByRole("listitem").first()).toContainText("Hugo");
    await expect(list.getByRole("link", { name: "Ver mais 2 conversas" })).toHaveAttribute("href", "/mensagens");
    expect(await listMisfits(list)).toEqual([]);
    await axe(page);
    await shot(page, "mensagens-menu");
    await list.getByRole("link", { name: /Hugo/ }).click();
    await expect(page).toHaveURL(/\/mensagens\?userId=/);
    await expect(list).toHaveCount(0);
    await entry.press("Enter");
    await list.getByRole("link", { name: "Ver todas" }).press("Enter");
    await expect(page).toHaveURL(/\/mensagens$/);
  });
});

test("[M2.19] the phone's menu holds every entry, with the counts of what is unread", { tag: "@npm-test" }, async ({
  page,
  openPage,
  maker,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { ana, others } = await openPeople(maker, page, openPage, ["Bruno"]);
  const [bruno] = others;
  if (!bruno) throw new Error("There is one");
  await openLive(page, "/favoritos");
  await favorite(bruno.own, ana);
  await send(bruno.own, ana, "Oi");
  await page.getByRole("button", { name: "Abrir menu" }).click();
  for (const name of ["Meu Perfil", "Buscar", "Favoritos", "Visitas", "Configurações", "Sair"])
    await expect(page.getByRole("menuitem", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /^Mensagens 1 mensagem não lida/ })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Admin" })).toHaveCount(0);
  await shot(page, "menu-do-telefone");
  await page.getByRole("menuitem", { name: /^Notificações 1 notificação não lida/ }).click();
  await expect(panel(page).getByRole("link", { name: /Bruno favoritou seu perfil/ })).toBeVisible();
});

test.describe("when notifications fail to load", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("[M8.40] a failure of notifications is not shown, and a dismissal that failed is reverted", async ({
    page,
    openPage,
    maker,
  }) => {
    const { ana, others } = await openPeople(maker, page, openPage, ["Bruno"]);
    const [bruno] = others;
    if (!bruno) throw new Error("There is one");
    await openLive(page, "/busca");
    await favorite(bruno.own, ana);
    await expect(bell(page)).toHaveAccessibleName(/1 notificação/);
    await page.route("**/api/notifications/*", (route) => route.fulfill({ status: 500 }));
    await bell(page).click();
    await panel(page).getByRole("link", { name: /Bruno/ }).click();
    await expect(page).toHaveURL(/\/perfil\//);
    await expect(bell(page)).toHaveAccessibleName(/1 notificação/);
    await withoutFirstAnswers(page);
    await page.route("**/api/notifications", (route) => route.fulfill({ status: 500 }));
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName("Notificações");
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
    await expect(page.getByLabel("Fechar aviso")).toHaveCount(0);
  });
});

test("discreet titles take the product, the screen and the count out of the tab, at once in every tab", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, others } = await openPeople(maker, page, openPage, ["Bruno"]);
  const [bruno] = others;
  if (!bruno) throw new Error("There is one");
  await openLive(page, "/favoritos");
  await expect(page).toHaveTitle("Favoritos · Caramelo");
  await send(bruno.own, ana, "Segredo");
  await expect(page).toHaveTitle("(1) Favoritos · Caramelo");
  const reply = await page.request.put(`${origin()}/api/settings`, {
    data: { hasDiscreetTitles: true },
    headers: { origin: origin() },
  });
  expect(reply.status()).toBe(200);
  await expect(page).toHaveTitle("Início");
  await page.getByRole("link", { name: "Buscar" }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/busca$/);
  await expect(page).toHaveTitle("Início");
  await send(bruno.own, ana, "Outro segredo");
  const popUp = popUps(page).filter({ hasText: "Nova mensagem" });
  await expect(popUp).toBeVisible();
  await expect(popUp).not.toContainText(/Bruno|segredo/i);
  await expect(page).toHaveTitle("Início");

  await test.step("a full load names nothing before the session is known, and a choice taken back counts, also before the page is live", async () => {
    const isLiveAllowed = Promise.withResolvers<void>();
    await page.routeWebSocket("**/api/live", async (socket) => {
      await isLiveAllowed.promise;
      socket.connectToServer();
    });
    const whenAnswered = Promise.withResolvers<void>();
    await withoutFirstAnswers(page);
    await page.route("**/api/session", async (route) => {
      await whenAnswered.promise;
      await route.continue();
    });
    await page.goto("/favoritos");
    await expect(
      page.getByRole("status", { name: "Carregando" }).or(page.getByText("Carregando")).first(),
    ).toBeAttached();
    await expect(page).toHaveTitle("Início");
    whenAnswered.resolve();
    await expect(page.getByRole("heading", { name: /Favoritos/ }).first()).toBeVisible();
    await expect(page).toHaveTitle("Início");
    const back = { data: { hasDiscreetTitles: false }, headers: { origin: origin() } };
    expect((await page.request.put(`${origin()}/api/settings`, back)).status()).toBe(200);
    isLiveAllowed.resolve();
    await expect(page).toHaveTitle(/Favoritos · Caramelo$/);
    await page.reload();
    await expect(page).toHaveTitle(/Favoritos · Caramelo$/);
  });
});
