import { FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";
import type { Page } from "@playwright/test";

/**
 * From now on pages come without first answers, as when the server does not have them in time, so the browser makes all
 * calls itself.
 */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  await page.addInitScript((id) => {
    // The observer removes the block of first answers before any script of the page can read it.
    new MutationObserver(() => document.getElementById(id)?.remove()).observe(document, {
      childList: true,
      subtree: true,
    });
  }, FIRST_ANSWERS);
}
