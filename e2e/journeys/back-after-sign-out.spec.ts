import { randomUUID } from "node:crypto";
import { brand } from "@caramelo/contract/brand/brand";
import type { BrowserContext, Page } from "@playwright/test";
import { call } from "../support/filled-screens.ts";
import { test } from "../support/foreign-site.ts";
import { launchOptions } from "../support/launch-options.ts";
import { signInByApi } from "../support/member-factory.ts";
import { signIn, signOut } from "../support/people.ts";
import { expect } from "../support/test.ts";

// Only a whole browser keeps pages that were left, so that Back shows them as they were, and only without this switch.
test.use({
  launchOptions: { ...launchOptions(process.env.CHROMIUM_PATH), ignoreDefaultArgs: ["--disable-back-forward-cache"] },
  // The other site's page is a foreign one, and what a kept page was asking for is cut off.
  expectedErrors: /foreign request|net::ERR_|WebSocket/,
});

/**
 * Takes away what keeps this browser from keeping pages, since others keep them all the same: headers of the answers,
 * and the live connection. What the site itself does then must suffice.
 */
async function allowKeeping(context: BrowserContext): Promise<void> {
  await context.routeWebSocket(/\/api\/live$/, () => {});
  await context.route(
    ({ pathname }) => !pathname.includes("."),
    async (route) => {
      const isDocument = route.request().resourceType() === "document";
      if (!isDocument && !route.request().url().endsWith("/api/session")) return route.fallback();
      // A server may close a connection just as it is used again.
      const response = await route.fetch({ maxRedirects: 0, maxRetries: 3 });
      const { "cache-control": _, "clear-site-data": __, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    },
  );
}

/** What a page shows when it appears and later; `isKept`: the browser had kept it whole. */
type Appearance = { isKept: boolean; seen: string };

/** Reports from now on what can be seen in the pages of the context: title, texts and photos, also for one frame. */
async function watchAppearances(context: BrowserContext): Promise<(Appearance & { page: Page })[]> {
  const appearances: (Appearance & { page: Page })[] = [];
  await context.exposeBinding("reportAppearance", ({ page }, appearance: Appearance) => {
    appearances.push({ ...appearance, page });
  });
  await context.addInitScript(() => {
    // The cast is safe, because the binding above defines it.
    const { reportAppearance } = window as unknown as { reportAppearance(appearance: Appearance): void };
    const isShown = (image: HTMLImageElement) => image.checkVisibility({ visibilityProperty: true });
    addEventListener("pageshow", ({ persisted: isKept }) => {
      let last = "";
      const report = () => {
        const photos = [...document.images].filter(isShown).map(({ src }) => src);
        // biome-ignore lint/performance/useDomNodeTextContent: a text that is hidden does not count
        const seenText = [document.title, document.documentElement.innerText, ...photos].join("\n");
        if (seenText !== last) reportAppearance({ isKept, seen: seenText });
        last = seenText;
        requestAnimationFrame(report);
      };
      report();
    });
  });
  return appearances;
}

/** A page that notices the end itself greets the former member; one that is loaded afterwards greets a stranger. */
const signInTitle = (page: Page) =>
  page
    .getByRole("heading", { level: 1, name: brand.tagline })
    .or(page.getByRole("heading", { level: 1, name: "Que bom ter você de volta" }))
    .filter({ visible: true })
    .first();

/** Presses Back until the tab is where it began, or has gone back often enough. */
async function goBackToTheStart(page: Page): Promise<void> {
  for (let steps = 0; steps < 6 && (await page.goBack({ waitUntil: "commit" }).catch(() => true)); steps++) {
    await expect(page).not.toHaveURL(/perfil|mensagens|configuracoes/);
    await expect(page.getByRole("heading", { level: 1 }).or(page.locator("body:empty"))).toBeAttached();
  }
}

for (const [how, prepare, isKept] of [
  ["as the server sends its pages", async () => {}, false],
  ["where the browser keeps pages whole", allowKeeping, true],
] as const) {
  test(`[T74][M4.02] after a sign-out in another tab, Back shows nothing of the member, not even for a moment, ${how}`, {
    tag: "@whole-browser",
  }, async ({ page, context, maker, baseURL: origin = "", foreign }) => {
    // Some thirty pages are opened, each with all of the site's scripts.
    test.setTimeout(240_000);
    const ana = await maker.member({ role: "baby", name: "Aurora" });
    const bruno = await maker.member({ role: "daddy", name: "Bartolomeu" });
    const bia = await maker.member({ role: "baby", name: "Bia" });
    await prepare(context);
    const appearances = await watchAppearances(context);
    await signInByApi(page, ana, origin);
    const text = "Um segredo de Aurora";
    const message = { clientId: randomUUID(), text, isConfirmed: true };
    await call(page, origin, ["POST", `/conversations/${bruno.id}/messages`], message);
    const screens = [
      ["/perfil", ana.name],
      [`/perfil/${bruno.id}`, bruno.name],
      [`/mensagens?userId=${bruno.id}`, text],
      ["/configuracoes", ana.email],
    ] as const;
    /** Opens each screen in its own tab, and leaves it for a page elsewhere. */
    const openAndLeave = async () => {
      const tabs: Page[] = [];
      for (const [path, words] of screens) {
        const tab = await context.newPage();
        await tab.goto(path);
        await expect(tab.getByText(words).filter({ visible: true }).first()).toBeVisible();
        // The words come with the page. Before its scripts have started, Back would reload it.
        await expect(tab.locator("[data-first-screen]")).toHaveCount(0);
        await tab.goto(tabs.length % 2 === 0 ? `${foreign.elsewhere}/page` : "about:blank");
        tabs.push(tab);
      }
      return tabs;
    };
    const listKept = () => appearances.filter((appearance) => appearance.isKept);
    const findTraces = (...traces: string[]) =>
      appearances.map(({ seen }) => seen).filter((seenText) => traces.some((trace) => seenText.includes(trace)));

    // In a browser that keeps no page, this would be a visit like any other.
    if (isKept)
      await test.step("while the session lasts, Back shows the kept screen", async () => {
        const tabs = await openAndLeave();
        for (const [index, tab] of tabs.entries()) {
          await tab.goBack({ waitUntil: "commit" });
          const [, words = ""] = screens[index] ?? [];
          await expect(tab.getByText(words).filter({ visible: true }).first()).toBeVisible();
          await expect
            .poll(() => listKept().map(({ seen }) => seen))
            .toEqual(expect.arrayContaining([expect.stringContaining(words)]));
          await tab.close();
        }
      });

    await test.step("once it is over, it leads to the sign-in page", async () => {
      const tabs = await openAndLeave();
      // This tab, too, leaves pages behind.
      for (const [path] of screens) await page.goto(path);
      await signOut(page);
      appearances.length = 0;
      for (const tab of tabs) {
        await tab.goBack({ waitUntil: "commit" });
        await expect(tab).toHaveURL(/\/login$/);
        await expect(signInTitle(tab)).toBeVisible();
      }
      if (isKept) expect(new Set(listKept().map((keptPage) => keptPage.page))).toEqual(new Set(tabs));
      for (const tab of [page, ...tabs]) await goBackToTheStart(tab);
      expect(findTraces(ana.name, ana.email, bruno.name, text, "/api/photos/")).toEqual([]);
      for (const tab of tabs) await tab.close();
    });

    await test.step("and once another member has signed in, nothing of the first", async () => {
      await signInByApi(page, ana, origin);
      const tabs = await openAndLeave();
      await page.goto("/busca");
      await signOut(page);
      await signIn(page, bia);
      await expect(page).toHaveURL(/\/busca$/);
      appearances.length = 0;
      for (const tab of tabs) {
        await tab.goBack({ waitUntil: "commit" });
        // A kept page is Ana's and must go; a new one at the same address is Bia's.
        if (isKept) await expect(tab).toHaveURL(/\/busca$/);
        await expect(tab.getByRole("main")).toBeVisible();
      }
      expect(findTraces(ana.name, ana.email, text)).toEqual([]);
      for (const tab of tabs) await tab.close();
    });

    if (isKept)
      await test.step("nor when the server cannot be asked who is signed in", async () => {
        await signInByApi(page, ana, origin);
        const tabs = await openAndLeave();
        await page.goto("/busca");
        await signOut(page);
        appearances.length = 0;
        await context.route("**/api/**", (route) => route.abort());
        for (const tab of tabs) {
          await tab.goBack({ waitUntil: "commit" });
          await expect(tab.getByRole("heading", { name: "Não conseguimos abrir sua conta" })).toBeVisible();
        }
        expect(findTraces(ana.name, ana.email, bruno.name, text, "/api/photos/")).toEqual([]);
      });
  });
}
