import { startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { Maker } from "../support/member-factory.ts";
import { type MadeMember, signInByApi } from "../support/member-factory.ts";
import { test } from "../support/test.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Advances the viewer's clock by minutes, after each of which the page loads presences again, until it shows a text. */
const lookUntil = (page: Page, text: Locator) =>
  expect(async () => {
    await page.clock.fastForward(MINUTE_MS + 1_000);
    await expect(text).toBeVisible({ timeout: 2_000 });
  }).toPass();

async function openBeside(browser: Browser, person: MadeMember, origin: string) {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await signInByApi(page, person, origin);
  await page.goto("/busca");
  return context;
}

const readPresence = ({ db }: Maker, memberId: string) =>
  db.selectFrom("presence").where("memberId", "=", memberId).select(["lastActiveAt", "leftAt"]).execute();

const origin = () => process.env.E2E_BASE_URL ?? "";

test("[M4.15][M4.16][M4.17][D3.14] a member appears online, then recently online, then offline on a profile that another one has open", async ({
  page,
  browser,
  maker,
}) => {
  const watchedMember = await maker.member({ role: "daddy", name: "Bruno Presente" });
  const watcher = await maker.member({ role: "baby", name: "Ana Atenta" });
  // The watched member has written to the watcher, who would otherwise see changes up to half a minute late.
  await maker.wrote(watchedMember.id, watcher.id);
  await page.clock.install();
  await signInByApi(page, watcher, origin());
  await page.goto(`/perfil/${watchedMember.id}`);
  const state = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  await expect(state.getByText("Offline").filter({ visible: true })).toBeVisible();

  const otherPage = await openBeside(browser, watchedMember, origin());
  await expect.poll(() => readPresence(maker, watchedMember.id)).toHaveLength(1);
  await lookUntil(page, state.getByText("Online", { exact: true }).filter({ visible: true }));

  await otherPage.close();
  // The server waits a little, because a reload also closes the connection.
  await expect
    .poll(() => readPresence(maker, watchedMember.id), { timeout: 30_000 })
    .toEqual([{ lastActiveAt: expect.any(Date), leftAt: expect.any(Date) }]);
  await lookUntil(page, state.getByText("Online Recente").filter({ visible: true }));

  const yesterday = new Date(Date.now() - DAY_MS);
  await maker.db
    .updateTable("presence")
    .set({ lastActiveAt: yesterday, leftAt: yesterday })
    .where("memberId", "=", watchedMember.id)
    .execute();
  await lookUntil(page, state.getByText("Offline").filter({ visible: true }));
});

test("[D3.34][M4.16] at the turn of the day a card stops saying that its member was online that day, before it is loaded again", async ({
  page,
  maker,
}) => {
  const watchedMember = await maker.member({ role: "daddy", name: "Bruno Recente" });
  const watcher = await maker.member({ role: "baby", name: "Ana Atenta" });
  const now = new Date();
  await maker.activeAt(watchedMember.id, now);
  await maker.db.updateTable("presence").set({ leftAt: now }).where("memberId", "=", watchedMember.id).execute();
  await signInByApi(page, watcher, origin());
  await page.request.put(`${origin()}/api/favorites/${watchedMember.id}`, { headers: { origin: origin() } });
  // The clocks of the viewer and the server are shortly before the turn of the day in São Paulo.
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const date = new Date(await page.evaluate(() => Date.now())).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await page.clock.install({ time: startOfDayInBrazil(now).getTime() + DAY_MS - 30_000 });
  await page.goto("/favoritos");
  await expect(page.getByRole("article").getByText("Online Recente")).toBeVisible();
  await page.mouse.move(10, 10);
  // The watch loads when the page is in use, and has begun once it asks.
  await expect(async () => {
    const presenceResponse = page.waitForResponse((response) => response.url().includes("/api/presence?"), {
      timeout: 1_000,
    });
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await presenceResponse;
  }).toPass();
  // Not a minute: then the watch would ask again, and on the server the day has not turned.
  await page.clock.fastForward(32_000);
  await expect(page.getByRole("article").getByText("Online Recente")).toHaveCount(0);
  await expect(page.getByRole("article").getByRole("link", { name: "Bruno Recente, 30 anos" })).toBeVisible();
});
