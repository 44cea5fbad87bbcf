import type { FrameLocator, Page } from "@playwright/test";
import { expect } from "./test.ts";

export const paymentFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Página de pagamento"]');

/** Pays the open order of the checkout by Pix. */
export async function payByPix(page: Page): Promise<void> {
  const frame = paymentFrame(page);
  await expect(frame.getByLabel("Pix copia e cola")).not.toBeEmpty();
  await frame.getByRole("button", { name: "Pagar", exact: true }).click();
}

/** Expects the number of tokens in the bar (desktops) or in the menu (phones). */
export async function expectTokens(page: Page, isMobile: boolean, tokens: number): Promise<void> {
  if (!isMobile)
    return expect(page.getByRole("banner").getByRole("link", { name: `${tokens} fichas`, exact: true })).toBeVisible();
  // An open conversation has its own bar, in which the button of the menu has another name.
  await page.getByRole("button", { name: /^Abrir menu$|^Mais opções$/ }).click();
  await expect(page.getByRole("menuitem", { name: new RegExp(`^Minhas fichas\\s*${tokens} fichas$`) })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
}
