import { openSession } from "../features/accounts/handlers/door.ts";
import { makeMember } from "./people.ts";
import type { World } from "./world.ts";

type Overrides = Parameters<typeof makeMember>[1];

/** A browser of a member's own, signed in as a sign-in would, without the work of its password. */
export async function openBrowserOf(world: World, memberId: string, isRemembered = false) {
  const browser = world.browser();
  const exchange = { userAgent: "", sessionToken: undefined };
  browser.jar.set("__Host-caramelo", await openSession(world.context, exchange, { memberId, isRemembered }));
  return browser;
}

/** A member who just signed in. */
export async function makeSignedIn(world: World, overrides: Overrides = {}) {
  const { id } = await makeMember(world.owner, overrides);
  return { id, browser: await openBrowserOf(world, id) };
}
