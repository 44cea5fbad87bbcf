import { discreetPush } from "@caramelo/contract/texts/push";
import type { CDPSession, Page } from "@playwright/test";
import { launchOptions } from "../support/launch-options.ts";
import { signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { signIn, signOut } from "../support/people.ts";
import { expect } from "../support/test.ts";

// The headless shell shows no notifications. Where there is no other browser, the launcher leaves out tests with the
// tag @whole-browser.
test.use({ launchOptions: launchOptions(process.env.CHROMIUM_PATH) });
test.use({ serviceWorkers: "allow", permissions: ["notifications"], expectedErrors: /net::ERR_|WebSocket/ });

/** Returns a function that delivers a message to the product's service worker, as the push service would. */
async function openPushSession(page: Page, origin: string): Promise<(sent: unknown) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const ownRegistration = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await ownRegistration;
  return async (sentMessage) => {
    await session.send("ServiceWorker.deliverPushMessage", {
      origin,
      registrationId,
      data: JSON.stringify(sentMessage),
    });
  };
}

const readShown = (page: Page) =>
  page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications();
    return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  });

test("[T74] a push message shows its discreet text, once a subject, and the discreet one when it is not the product's, and is gone before another member signs in", {
  tag: "@whole-browser",
}, async ({ page, product }) => {
  test.setTimeout(120_000);
  const ana = await product.maker.member({ role: "baby", name: "Ana" });
  await signInByApi(page, ana, product.address);
  await page.goto("/busca");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const push = await openPushSession(page, product.address);
  // A visible page of the product would show the message itself, so the member looks at another page.
  const otherPage = await page.context().newPage();
  await page.goto("about:blank");
  await otherPage.bringToFront();
  const payload = { title: "Caramelo", body: "Você tem uma novidade.", url: "/mensagens", tag: "message" };
  await push(payload);
  await push({ ...payload, body: "Você tem novidades." });
  await push({ nothing: "ours" });
  await page.goto("/busca");
  await expect
    .poll(() => readShown(page))
    .toEqual([
      { title: payload.title, body: "Você tem novidades.", tag: "message", data: "/mensagens" },
      { ...discreetPush, tag: "novidade", data: "/" },
    ]);

  await signOut(page);
  expect(await readShown(page)).toEqual([]);
  await signIn(page, await product.maker.member({ role: "baby", name: "Bia" }));
  await expect(page).toHaveURL(/\/busca$/);
  expect(await readShown(page)).toEqual([]);
});
