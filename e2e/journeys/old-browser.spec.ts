import { NO_SCRIPTS_TEXT, OLD_BROWSER_TEXT, OPEN_AGAIN_TEXT } from "../../packages/contract/src/texts/start.ts";
import { expect, test } from "../support/test.ts";

const PAGES = ["/", "/login", "/busca", "/mensagens", "/perfil"];

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("[D5.40] every page says that it needs scripts, and shows no shape of a screen, no mark of a template and no button that does nothing", {
    tag: "@npm-test",
  }, async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path);
      // The tests do not look into <noscript> by texts.
      await expect(page.locator("noscript > p")).toBeVisible();
      await expect(page.locator("noscript > p")).toContainText(NO_SCRIPTS_TEXT);
      await expect(page.locator("noscript a")).toHaveText(OPEN_AGAIN_TEXT);
      await expect(page.getByRole("button")).toHaveCount(0);
      await expect(page.getByText(/\{\w+\}/).filter({ visible: true })).toHaveCount(0);
      await expect(page.locator(".animate-pulse").filter({ visible: true })).toHaveCount(0);
    }
    // Text can be read.
    await page.goto("/termos");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

for (const [name, age] of [
  ["a Safari or Firefox", () => Reflect.deleteProperty(CSS, "registerProperty")],
  [
    "a Chrome",
    () => {
      const { supports } = CSS;
      CSS.supports = (...query: [string, string?]) =>
        !/color-mix/.test(query.join()) && supports.call(CSS, ...(query as [string]));
    },
  ],
] as const) {
  test(`[D5.40] ${name} older than those of the table shows one sentence and runs no code`, {
    tag: "@npm-test",
  }, async ({ page }) => {
    await page.addInitScript(age);
    for (const path of PAGES) {
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByText(OLD_BROWSER_TEXT)).toBeVisible();
      await expect(page.locator("body")).toHaveText(OLD_BROWSER_TEXT + OPEN_AGAIN_TEXT);
      await page.getByRole("link", { name: OPEN_AGAIN_TEXT }).click();
      await expect(page.getByText(OLD_BROWSER_TEXT)).toBeVisible();
      await page.waitForLoadState("networkidle");
      // Its scanner may fetch a file before the page is stopped. The first module of a page defines this.
      expect(await page.evaluate(() => "__reactRouterManifest" in window)).toBe(false);
    }
  });
}
