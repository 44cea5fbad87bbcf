import type { CDPSession, Page } from "@playwright/test";
import { enter } from "../support/made-people.ts";
import { test } from "../support/own-test.ts";
import { expect } from "../support/test.ts";

test.use({ serviceWorkers: "allow", permissions: ["notifications"], expectedFaults: [/net::ERR_|WebSocket/] });

/** The browser's own way to hand a message to a worker, as its push service would. */
async function openPushLine(page: Page, origin: string): Promise<(sent: unknown) => Promise<void>> {
  const line: CDPSession = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await line.send("ServiceWorker.enable");
  const registrationId = await found;
  return async (sent) => {
    await line.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(sent) });
  };
}

const readShown = (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  });

test("a push message shows its discreet words, once a subject, and nothing where it is none of ours", async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  const ana = await product.maker.member({ role: "baby", name: "Ana" });
  await enter(page, ana, product.address);
  await page.goto("/busca");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const push = await openPushLine(page, product.address);
  // Whoever looks at the product is told by the page, so it is left for another one.
  const elsewhere = await page.context().newPage();
  await page.goto("about:blank");
  await elsewhere.bringToFront();
  const news = { title: "Caramelo", body: "Você tem uma novidade.", url: "/mensagens", tag: "message" };
  await push(news);
  await push({ ...news, body: "Você tem novidades." });
  await push({ nothing: "ours" });
  await page.goto("/busca");
  await expect
    .poll(() => readShown(page))
    .toEqual([{ title: news.title, body: "Você tem novidades.", tag: "message", data: "/mensagens" }]);
});
