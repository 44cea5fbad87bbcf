import { type Browser, expect, type Page } from "@playwright/test";
import type { Maker } from "../support/made-people.ts";
import { enter, type MadePerson } from "../support/made-people.ts";
import { sharedTest as test } from "../support/own-test.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The next look at who is present: the viewer's clock goes on by a minute. */
const lookAgain = (page: Page) => page.clock.fastForward(MINUTE_MS + 1_000);

async function openBeside(browser: Browser, person: MadePerson, origin: string) {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await enter(page, person, origin);
  await page.goto("/busca");
  return context;
}

const hasLeft = async ({ db }: Maker, memberId: string) => {
  const row = await db.selectFrom("presence").where("memberId", "=", memberId).select("leftAt").executeTakeFirst();
  return row?.leftAt != null;
};

const origin = () => process.env.E2E_BASE_URL ?? "";

test("[M4.15][M4.16][M4.17][D3.14] somebody is online, then recently online, then offline, while another one watches their profile", async ({
  page,
  browser,
  maker,
}) => {
  const watched = await maker.member({ role: "daddy", name: "Bruno Presente" });
  const watcher = await maker.member({ role: "baby", name: "Ana Atenta" });
  await page.clock.install();
  await enter(page, watcher, origin());
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
  // The server waits a little: a reload is not a farewell.
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
