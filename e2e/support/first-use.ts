import { expect, type Locator, type Page } from "@playwright/test";

/** Presses a key, as people would, until a part that waits for the first use of the page has loaded. */
export async function touchUntilLoaded(page: Page, part: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Shift");
    await expect(part).toBeAttached({ timeout: 1_000 });
  }).toPass();
}
