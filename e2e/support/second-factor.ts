import type { Page } from "@playwright/test";
import { totpCodeOf } from "../../apps/server/src/platform/secrets/totp.ts";
import { axe, expect, shot } from "./test.ts";

const HALF_MINUTE = 30_000;

/**
 * The code that an authenticator with this secret shows. `later` counts half minutes; the next code is already
 * accepted.
 */
export const codeOf = (secret: string, later = 0) => totpCodeOf(secret, new Date(Date.now() + later * HALF_MINUTE));

/** Opens the setup, reads the secret as a person would, and returns the recovery codes. */
export async function setUpFactor(page: Page, name: string) {
  await page.getByRole("button", { name: "Configurar agora" }).click();
  await expect(page.getByRole("img", { name: "QR code da verificação em duas etapas" })).toBeVisible();
  const shownSecret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = (shownSecret ?? "").replaceAll(" ", "");
  await axe(page);
  await shot(page, `${name}-qr`);
  await page.getByLabel("Código").fill(codeOf(secret));
  await page.getByRole("button", { name: "Ativar", exact: true }).click();
  const list = page.getByRole("list", { name: "Códigos de recuperação" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  const recoveryCodes = await list.getByRole("listitem").allInnerTexts();
  // The codes stay when the person comes back from another tab, although the page then loads the session again.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.waitForLoadState("networkidle");
  await axe(page);
  await shot(page, `${name}-codigos`);
  return { secret, recoveryCodes };
}
