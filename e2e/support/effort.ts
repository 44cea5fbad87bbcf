import type { Locator, Page } from "@playwright/test";

/** Counts what a person does by hand: the taps, the keys pressed and the fields filled in. */
export function countEffort() {
  const effort = { taps: 0, keys: 0, fields: 0 };
  return {
    effort,
    async tap(target: Locator): Promise<void> {
      await target.click();
      effort.taps += 1;
    },
    async press(page: Page, key: string): Promise<void> {
      await page.keyboard.press(key);
      effort.keys += 1;
    },
    async type(field: Locator, text: string): Promise<void> {
      await field.fill(text);
      effort.fields += 1;
    },
  };
}
