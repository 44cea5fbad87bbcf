import { openSession } from "../features/accounts/session-check.ts";
import { makeMember } from "./people.ts";
import type { World } from "./world.ts";

type Overrides = Parameters<typeof makeMember>[1];

/** Opens a new browser of a member with a session, without the work of hashing a password. */
export async function openBrowserOf(world: World, memberId: string, isRemembered = false) {
  const browser = world.browser();
  const exchange = { userAgent: "", sessionToken: undefined };
  browser.jar.set("caramelo", await openSession(world.context, exchange, { memberId, isRemembered }));
  return browser;
}

/** Makes a member with a signed-in browser. */
export async function makeSignedIn(world: World, overrides: Overrides = {}) {
  const { id } = await makeMember(world.owner, overrides);
  return { id, browser: await openBrowserOf(world, id) };
}
