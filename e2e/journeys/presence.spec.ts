import { type Browser, expect, type Page } from "@playwright/test";
import type { Maker } from "../support/member-factory.ts";
import { type MadeMember, signInByApi } from "../support/member-factory.ts";
import { test } from "../support/test.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Advances the viewer's clock by a minute, after which the page loads presences again. */
const lookAgain = (page: Page) => page.clock.fastForward(MINUTE_MS + 1_000);

async function openBeside(browser: Browser, person: MadeMember, origin: string) {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await signInByApi(page, person, origin);
  await page.goto("/busca");
  return context;
}

const hasLeft = async ({ db }: Maker, memberId: string) => {
  const row = await db.selectFrom("presence").where("memberId", "=", memberId).select("leftAt").executeTakeFirst();
  return row?.leftAt != null;
};

const origin = () => process.env.E2E_BASE_URL ?? "";

test("[M4.15][M4.16][M4.17][D3.14] a member appears online, then recently online, then offline on a profile that another one has open", {
  tag: "@one-size",
}, async ({ page, browser, maker }) => {
  const watched = await maker.member({ role: "daddy", name: "Bruno Presente" });
  const watcher = await maker.member({ role: "baby", name: "Ana Atenta" });
  // The watched member has written to the watcher, who would otherwise see changes up to half a minute late.
  await maker.wrote(watched.id, watcher.id);
  await page.clock.install();
  await signInByApi(page, watcher, origin());
  await page.goto(`/perfil/${watched.id}`);
  const state = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  await expect(state.getByText("Offline").filter({ visible: true })).toBeVisible();

  const beside = await openBeside(browser, watched, origin());
  await expect
    .poll(
      async () =>
        (await maker.db.selectFrom("presence").where("memberId", "=", watched.id).select("lastActiveAt").execute())
          .length,
    )
    .toBe(1);
  await lookAgain(page);
  await expect(state.getByText("Online", { exact: true }).filter({ visible: true })).toBeVisible();

  await beside.close();
  // The server waits a little, because a reload also closes the connection.
  await expect.poll(() => hasLeft(maker, watched.id), { timeout: 30_000 }).toBe(true);
  await lookAgain(page);
  await expect(state.getByText("Online Recente").filter({ visible: true })).toBeVisible();

  const yesterday = new Date(Date.now() - DAY_MS);
  await maker.db
    .updateTable("presence")
    .set({ lastActiveAt: yesterday, leftAt: yesterday })
    .where("memberId", "=", watched.id)
    .execute();
  await lookAgain(page);
  await expect(state.getByText("Offline").filter({ visible: true })).toBeVisible();
});
