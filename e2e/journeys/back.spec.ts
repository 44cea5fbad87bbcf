import type { Page } from "@playwright/test";
import { signInByApi } from "../support/member-factory.ts";
import { expect, test } from "../support/test.ts";

const origin = () => process.env.E2E_BASE_URL ?? "";

/** The position of the tab in its history and the number of open layers there, as the product stores them. */
const readPlace = (page: Page) => page.evaluate(() => [history.state?.idx, history.state?.layers ?? 0]);

/** Presses something that opens a layer, and checks that the layer is open. */
async function open(page: Page, opener: ReturnType<Page["locator"]>, layer: ReturnType<Page["locator"]>) {
  // The router numbers the entries of the history only once it has started.
  await expect(opener).toBeVisible();
  await expect.poll(() => readPlace(page)).toEqual([expect.any(Number), expect.any(Number)]);
  const [place, layers] = await readPlace(page);
  await opener.click();
  await expect(layer).toBeVisible();
  await expect.poll(() => readPlace(page)).toEqual([place + 1, layers + 1]);
}

/** Opens two screens, so that leaving the second one can be seen. */
async function openProfile(page: Page, id: string): Promise<void> {
  await page.goto("/favoritos");
  await expect(page.getByRole("heading", { name: "Meus Favoritos" })).toBeVisible();
  await page.goto(`/perfil/${id}`);
  await expect(page.getByRole("button", { name: "Mais opções" })).toBeVisible();
}

test("Back closes a dialog that a menu opened and stays on the profile; the next Back leaves it", {
  tag: "@npm-test",
}, async ({ page, maker }) => {
  const [bruno, ana] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "baby", name: "Ana" }),
  ];
  await signInByApi(page, bruno, origin());
  await openProfile(page, ana.id);
  const dialog = page.getByRole("alertdialog");
  for (const close of [() => page.goBack(), () => dialog.getByRole("button", { name: "Cancelar" }).click()]) {
    await page.getByRole("button", { name: "Mais opções" }).click();
    await page.getByRole("menuitem", { name: "Bloquear" }).click();
    await expect(dialog).toBeVisible();
    await expect.poll(() => readPlace(page)).toEqual([1, 1]);
    await close();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(ana.id));
    await expect.poll(() => readPlace(page)).toEqual([0, 0]);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/favoritos$/);
});

test("Back closes the photos, and a reload or Forward finds the profile without them", async ({ page, maker }) => {
  const [bruno, ana] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "baby", name: "Ana" }),
  ];
  await signInByApi(page, bruno, origin());
  await openProfile(page, ana.id);
  const opener = page.getByRole("button", { name: /^Ampliar foto/ }).first();
  const photos = page.getByRole("dialog", { name: "Fotos de Ana" });
  await open(page, opener, photos);
  await page.goBack();
  await expect(photos).toBeHidden();
  await expect(opener).toBeFocused();
  await page.goForward();
  await expect.poll(() => readPlace(page)).toEqual([0, 0]);
  await expect(photos).toBeHidden();
  await open(page, opener, photos);
  await page.reload();
  await expect(opener).toBeVisible();
  await expect.poll(() => readPlace(page)).toEqual([0, 0]);
  await expect(photos).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/favoritos$/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("Back closes the menu, and from a screen that the menu led to it returns at once to where the list was", async ({
    page,
    maker,
  }) => {
    const bruno = await maker.member({ role: "daddy", name: "Bruno" });
    for (let index = 0; index < 8; index += 1) await maker.account({ role: "baby", name: `Ana ${index}` });
    await signInByApi(page, bruno, origin());
    await page.goto("/busca");
    await expect(page.locator("a[href^='/perfil/']").nth(7)).toBeAttached();
    await page.evaluate(() => scrollTo(0, 400));
    const menu = page.getByRole("menu");
    const opener = page.getByRole("button", { name: "Abrir menu" });
    await open(page, opener, menu);
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/\/busca/);
    expect(await page.evaluate(() => scrollY)).toBe(400);
    await open(page, opener, menu);
    await page.getByRole("menuitem", { name: "Visitas" }).click();
    await expect(page).toHaveURL(/\/visitas$/);
    await expect.poll(() => readPlace(page)).toEqual([1, 0]);
    await page.goBack();
    await expect(page).toHaveURL(/\/busca/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  });

  test("Back closes the sheet of notifications, opened from the bar or from the menu", async ({ page, maker }) => {
    await signInByApi(page, await maker.member({ role: "daddy", name: "Bruno" }), origin());
    await page.goto("/favoritos");
    const sheet = page.getByRole("dialog", { name: "Notificações" });
    await open(page, page.getByRole("navigation", { name: "Seções" }).getByRole("button"), sheet);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await page.getByRole("button", { name: "Abrir menu" }).click();
    await page.getByRole("menuitem", { name: /^Notificações/ }).click();
    await expect(sheet).toBeVisible();
    await expect.poll(() => readPlace(page)).toEqual([1, 1]);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/favoritos$/);
  });
});
