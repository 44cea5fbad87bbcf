import type { Page } from "@playwright/test";

/**
 * Gives the page's browser a device that keeps passkeys, like a phone with a fingerprint reader. Returns a function that
 * says whether the person touches it whenever it asks; at first they do.
 */
export async function addPasskeyDevice(page: Page): Promise<(isTouched: boolean) => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (enabled) => {
    await browser.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  };
}

/** The address of a product on this machine by its name, because browsers make no passkeys for numbers. */
export const byName = (address = "") => address.replace("127.0.0.1", "localhost");
