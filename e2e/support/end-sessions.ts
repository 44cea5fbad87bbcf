import { type BrowserContext, expect, request } from "@playwright/test";
import { endSessionsOfMember } from "../../apps/server/src/base/sessions/queries.ts";
import type { Maker } from "./member-factory.ts";

/**
 * Ends the sessions of a member, as another process would, and waits until the product refuses the session of this
 * browser, which takes at most two seconds. The pages and cookies of the browser stay.
 */
export async function endSessions(
  browser: BrowserContext,
  { maker, memberId, baseURL }: { maker: Maker; memberId: string; baseURL: string },
): Promise<void> {
  const copy = await request.newContext({ baseURL, storageState: await browser.storageState() });
  try {
    await endSessionsOfMember(maker.db, memberId, new Date());
    await expect.poll(async () => (await copy.get("/api/notifications")).status()).toBe(401);
  } finally {
    await copy.dispose();
  }
}
