import { commonTexts } from "@caramelo/contract/texts/common";
import type { Page } from "@playwright/test";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";
import { type MadeMember, signInByApi } from "../support/member-factory.ts";
import type { OwnProduct } from "../support/own-product.ts";
import { test } from "../support/own-test.ts";
import { signIn, signOut } from "../support/people.ts";
import { axe, expect, shot } from "../support/test.ts";
import { expectLoaded, expectStill, watchVitals } from "../support/vitals.ts";

/** What a browser, React Router and the parts of a screen log when the network is away. */
const AWAY =
  /net::ERR_|WebSocket connection to|Failed to fetch|dynamically imported module|Error loading route module|The code of a part did not load/;

test.use({ serviceWorkers: "allow", expectedErrors: AWAY });

async function makePair({ maker }: OwnProduct): Promise<{ ana: MadeMember; bruno: MadeMember }> {
  return {
    ana: await maker.member({ role: "baby", name: "Ana" }),
    bruno: await maker.member({ role: "daddy", name: "Bruno" }),
  };
}

async function send(page: Page, to: MadeMember, text: string, origin: string): Promise<void> {
  const reply = await page
    .context()
    .request.post(`${origin}/api/conversations/${to.id}/messages`, {
      data: { clientId: uuidv7(new Date()), text },
      headers: { origin },
    });
  expect(reply.status()).toBe(200);
}

/** Waits until the service worker has cached the whole product and controls this page. */
async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  });
}

/** Waits until the worker, which takes over a page that has already loaded, has stored the answer with the session. */
async function waitForKeptSession(page: Page): Promise<void> {
  const readKept = () => page.evaluate(async () => (await caches.match("/api/session"))?.status);
  await expect.poll(readKept, "the status of the kept session").toBe(200);
}

/** The number of copies in all members' caches. */
const countCopies = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("lists-"));
    const copies = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
    return copies.reduce((sum, count) => sum + count, 0);
  });

/** Takes the network away for the page and its worker: the server is stopped as well. */
async function goOffline(page: Page, product: OwnProduct): Promise<void> {
  await page.context().setOffline(true);
  await product.stop();
}

test("[M8.27] without a network a member reads the lists and conversations seen last and a notice says so; signing out leaves nothing to read", {
  tag: "@npm-test",
}, async ({ page, product }) => {
  test.setTimeout(120_000);
  const { ana, bruno } = await makePair(product);
  await page.goto("/login");
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  await waitForWorker(page);
  await send(page, bruno, "Oi, Bruno!", product.address);
  await page.goto(`/mensagens?userId=${bruno.id}`);
  await expect(page.getByText("Oi, Bruno!").last()).toBeVisible();
  await page.goto("/busca");
  await expect(page.getByRole("link", { name: "Bruno, 30 anos" })).toBeVisible();
  await expect.poll(() => countCopies(page)).toBeGreaterThan(3);

  const strip = page.getByText(commonTexts.offline);
  await test.step("the notice moves nothing, whether it comes or goes", async () => {
    await watchVitals(page);
    for (const path of [`/mensagens?userId=${bruno.id}`, "/busca"]) {
      await page.goto(path);
      await expect(page.getByText("Bruno").filter({ visible: true }).first()).toBeVisible();
      await expectLoaded(page);
      for (const isOffline of [true, false]) {
        await page.context().setOffline(isOffline);
        await expect(strip).toHaveCount(isOffline ? 1 : 0);
      }
      await expectStill(page, path);
    }
  });
  await goOffline(page, product);
  await expect(strip).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "Bruno, 30 anos" })).toBeVisible();
  await expect(strip).toBeVisible();
  await axe(page);
  await shot(page, "sem-rede-busca");
  await page.goto(`/mensagens?userId=${bruno.id}`);
  await expect(page.getByText("Oi, Bruno!").last()).toBeVisible();
  await shot(page, "sem-rede-conversa");
  await page.goto("/termos");
  await expect(page.getByRole("heading", { level: 1, name: "Termos de uso" })).toBeVisible();

  await product.start();
  await page.context().setOffline(false);
  await page.goto("/busca");
  await expect(page.getByRole("link", { name: "Bruno, 30 anos" })).toBeVisible();
  await expect(strip).toHaveCount(0);
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => countCopies(page)).toBe(0);
  await goOffline(page, product);
  await page.goto("/busca");
  await expect(page.getByText("Bruno")).toHaveCount(0);
  await product.start();
});

test("a screen that was never opened opens without a network, by a link and by its address", async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  const { ana } = await makePair(product);
  await signInByApi(page, ana, product.address);
  await page.goto("/busca");
  await waitForWorker(page);
  await waitForKeptSession(page);
  await goOffline(page, product);
  await page.goto("/perfil");
  await expect(page.getByRole("banner")).toBeVisible();
  await page.goto("/favoritos");
  await expect(page.getByRole("heading", { name: /Favoritos/ }).first()).toBeVisible();
  await product.start();
});

test("the offline copies of one member are removed when another one signs in", async ({ page, product }) => {
  test.setTimeout(120_000);
  const { ana, bruno } = await makePair(product);
  await signInByApi(page, ana, product.address);
  await page.goto("/busca");
  await waitForWorker(page);
  await page.reload();
  await expect.poll(() => countCopies(page)).toBeGreaterThan(1);
  // Ana's page is left first, because it would notice the other session and navigate during the next load.
  await page.goto("about:blank");
  await signInByApi(page, bruno, product.address);
  await page.goto("/busca");
  await expect(page.getByRole("link", { name: "Ana, 30 anos" })).toBeVisible();
  const names = await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("lists-")));
  expect(names).toEqual([`lists-${bruno.id}`]);
});

test("no photo and no message of push lies in the worker's caches, and its file may load nothing else", async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  const { ana } = await makePair(product);
  await signInByApi(page, ana, product.address);
  await page.goto("/busca");
  await waitForWorker(page);
  await page.reload();
  await expect(page.getByRole("link", { name: "Bruno, 30 anos" })).toBeVisible();
  const paths = await page.evaluate(async () => {
    const keptRequests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return keptRequests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(paths.length).toBeGreaterThan(50);
  // A file that the office shares with members' screens is named after all of them, and stays in the cache for the
  // latter.
  expect(paths.filter((path) => /^\/api\/(photos|push)|admin|^\/assets\/(office|mails)/.test(path))).toEqual([]);
  const worker = await page.request.get("/sw.js");
  expect(worker.headers()["content-security-policy"]).toBe("default-src 'none'; script-src 'self'; connect-src 'self'");
  expect(worker.headers()["cache-control"]).toBe("no-cache");
});

test.describe("without the worker", () => {
  test.use({ serviceWorkers: "block" });

  test("[M8.27] a screen that was never opened says that there is no network, instead of the browser's own page", async ({
    page,
    product,
  }) => {
    const { ana } = await makePair(product);
    await signInByApi(page, ana, product.address);
    await page.goto("/busca");
    await expect(page.getByRole("link", { name: "Bruno, 30 anos" })).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Favoritos" }).filter({ visible: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Sem conexão" })).toBeVisible();
    await expect(page.getByText(commonTexts.offline)).toBeVisible();
    await axe(page);
    await shot(page, "sem-rede-sem-copia");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Tentar Novamente" }).click();
    await expect(page.getByRole("heading", { name: /Favoritos/ }).first()).toBeVisible();
  });
});
