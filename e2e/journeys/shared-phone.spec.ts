import { brand } from "@caramelo/contract/brand/brand";
import { ORDER_COOKIE } from "@caramelo/contract/call/first-answers";
import type { Page } from "@playwright/test";
import { endSessions } from "../support/end-sessions.ts";
import type { MadeMember } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { signIn, signOut } from "../support/people.ts";
import { expect } from "../support/test.ts";

/** What a browser logs when the network is away. */
const AWAY = /net::ERR_|WebSocket connection to|Failed to fetch|The code of a part did not load/;
const DRAFT = "Um rascunho que ninguém mais deve ler";
const WAITING = "Uma mensagem que espera pela rede";

test.use({ serviceWorkers: "allow", expectedErrors: AWAY });
test.setTimeout(120_000);

const field = (page: Page) => page.getByRole("textbox", { name: /^Mensagem para/ });

/**
 * Ana chats with Bruno, writes a draft and looks at photos; her last message waits for the network. Returns the address
 * of a photo.
 */
async function useThePhone(page: Page, ana: MadeMember, bruno: MadeMember): Promise<string> {
  await page.goto("/login");
  await expect(page.getByLabel("Lembrar de mim")).not.toBeChecked();
  await page.getByLabel("Lembrar de mim").check();
  await signIn(page, ana);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole("link", { name: "Bruno, 30 anos" }).click();
  await expect(page).toHaveURL(new RegExp(bruno.id));
  const photo = page.locator("main img[src*='/api/photos/']").first();
  await expect(photo).toBeVisible();
  const photoUrl = (await photo.getAttribute("src")) ?? "";
  await page.getByRole("link", { name: "Mensagem", exact: true }).click();
  await expect(field(page)).toBeEnabled();
  await page.context().setOffline(true);
  await field(page).fill(WAITING);
  await page.getByRole("button", { name: "Enviar" }).click();
  await field(page).fill(DRAFT);
  await expect.poll(() => readStorages(page)).toContain(DRAFT);
  expect(await readStorages(page)).toContain(WAITING);
  return photoUrl;
}

const readStorages = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** What the next person can find in the browser, as JSON; of the storages only the keys. */
function readTraces(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const keptRequests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const calls = keptRequests.flat().map(({ url }) => new URL(url).pathname);
    return JSON.stringify({
      storages: [Object.keys(localStorage), Object.keys(sessionStorage)],
      databases: (await indexedDB.databases()).map(({ name }) => name),
      lists: names.filter((name) => name.startsWith("lists-")),
      calls: calls.filter((path) => path.startsWith("/api/")),
      addresses: window.navigation.entries().map(({ url }) => url),
      states: history.state,
    });
  });
}

async function expectNothing(page: Page, photoUrl: string, ...ids: string[]): Promise<void> {
  const isEmptied = async () => JSON.parse(await readTraces(page));
  await expect.poll(isEmptied).toMatchObject({ databases: [], lists: [], calls: [] });
  const { storages, addresses } = await isEmptied();
  // The router stores scroll positions by random keys, which name no member.
  expect(storages.flat().filter((key: string) => key !== "react-router-scroll-positions")).toEqual([]);
  const cookies = await page.context().cookies(new URL("/busca", page.url()).href);
  expect(cookies.map(({ name }) => name)).not.toContain(ORDER_COOKIE);
  for (const address of addresses) expect(new URL(address).pathname).toBe("/login");
  const traces = (await readTraces(page)) + (await readStorages(page));
  for (const trace of [...ids, DRAFT, WAITING, "Bruno"]) expect(traces).not.toContain(trace);

  // Without a network only the browser's own storage can answer.
  await page.context().setOffline(true);
  const keptAnswers = await page.evaluate(async (url) => {
    const read = (cache: RequestCache) =>
      fetch(url, { cache }).then(
        ({ status }) => status,
        () => "nothing",
      );
    return [await read("force-cache"), await read("default")];
  }, photoUrl);
  expect(keptAnswers).toEqual(["nothing", "nothing"]);
  await page.context().setOffline(false);
  expect(await page.evaluate((url) => fetch(url).then(({ status }) => status), photoUrl)).toBe(404);

  for (let steps = 0; steps < 6 && (await page.goBack()); steps++) {
    await page.waitForLoadState();
    for (const id of ids) expect(page.url()).not.toContain(id);
    await expect(page.getByText("Bruno")).toHaveCount(0);
  }
}

test("[T74][M8.11] a session that ended elsewhere leaves nothing at the device for the next person", async ({
  page,
  product: { maker, address },
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  const photoUrl = await useThePhone(page, ana, bruno);
  await endSessions(page.context(), { maker, memberId: ana.id, baseURL: address });
  // The member comes back to the tab when the network does. The waiting message may lead to the sign-in page before.
  await page.evaluate(() =>
    addEventListener("online", () => document.dispatchEvent(new Event("visibilitychange")), { once: true }),
  );
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Sua sessão expirou. Por favor, faça login novamente.")).toBeVisible();
  await expectNothing(page, photoUrl, ana.id, bruno.id);
});

test("[T74] a session that ended while the page was closed leaves nothing either, whichever page is opened next", async ({
  page,
  context,
  product: { maker, address },
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  const photoUrl = await useThePhone(page, ana, bruno);
  await endSessions(page.context(), { maker, memberId: ana.id, baseURL: address });
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto("/login");
  await expect(next.getByText("Sua sessão expirou. Por favor, faça login novamente.")).toBeVisible();
  await next.reload();
  await expect(next.getByText("Sua sessão expirou. Por favor, faça login novamente.")).toBeVisible();
  await expectNothing(next, photoUrl, ana.id, bruno.id);
});

test("[T74][M4.02] signing out leaves nothing at the device, and Back shows no member", { tag: "@npm-test" }, async ({
  page,
  product: { maker },
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  const photoUrl = await useThePhone(page, ana, bruno);
  await page.context().setOffline(false);
  await page.goto("/busca");
  await expect(page.getByRole("link", { name: "Bruno, 30 anos" })).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("heading", { level: 1, name: brand.tagline })).toBeVisible();
  await expectNothing(page, photoUrl, ana.id, bruno.id);
});

test("[T74][M4.02] what one member did is gone from every tab before another one signs in, who finds nothing of it without a network either", async ({
  page,
  context,
  product: { maker },
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  const bia = await maker.member({ role: "baby", name: "Bia" });
  await useThePhone(page, ana, bruno);
  await context.setOffline(false);
  const otherTab = await context.newPage();
  await otherTab.goto(`/mensagens?userId=${bruno.id}`);
  await expect(otherTab.getByRole("log").getByText(WAITING)).toBeVisible();
  await otherTab.goto(`/perfil/${bruno.id}`);
  await expect(otherTab.getByRole("heading", { level: 1, name: /Bruno/ })).toBeVisible();

  await test.step("signed out in one tab, the other tab leaves by itself, and Back shows no member", async () => {
    await page.goto("/busca");
    await expect(page.getByRole("link", { name: "Bruno, 30 anos" })).toBeVisible();
    await signOut(page);
    await expect(otherTab).toHaveURL(/\/login$/);
    await expect(otherTab.getByRole("heading", { name: "Que bom ter você de volta" })).toBeVisible();
    for (let steps = 0; steps < 4 && (await otherTab.goBack()); steps++)
      await expect(otherTab.getByText(/Bruno|Uma mensagem/)).toHaveCount(0);
    await otherTab.close();
  });

  await test.step("Bia finds her own things only", async () => {
    await page.goto("/login");
    await signIn(page, bia);
    await expect(page.getByRole("link", { name: "Bruno, 30 anos" })).toBeVisible();
    const traces = (await readTraces(page)) + (await readStorages(page));
    for (const trace of [ana.id, DRAFT, WAITING]) expect(traces).not.toContain(trace);
    await page.goto(`/mensagens?userId=${bruno.id}`);
    await expect(field(page)).toHaveValue("");
    await expect(page.getByText(WAITING)).toHaveCount(0);
  });

  await test.step("and without a network, too", async () => {
    await context.setOffline(true);
    for (const path of ["/mensagens", `/mensagens?userId=${bruno.id}`, "/perfil", "/favoritos"]) {
      await page.goto(path);
      await expect(page.getByRole("main"), path).not.toBeEmpty();
      await expect(page.getByText(new RegExp(`${WAITING}|${DRAFT}|^Ana\\b`)), path).toHaveCount(0);
    }
  });
});
