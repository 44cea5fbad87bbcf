// The service worker keeps a member's last lists in a cache of these names (service-worker/copies.ts).
const LISTS = "lists-";
const BRIEF = "brief-session";

/** Nobody may read here, without a network, what a member saw. */
export async function forgetCopies(): Promise<void> {
  // Pages without TLS have neither worker nor caches.
  for (const name of (await globalThis.caches?.keys()) ?? []) if (name.startsWith(LISTS)) await caches.delete(name);
}

/** Says whether the session that begins ends with the browser: its lists then end with it too. */
export async function noteRemembering(isRemembered: boolean): Promise<void> {
  await (isRemembered ? globalThis.caches?.delete(BRIEF) : globalThis.caches?.open(BRIEF));
}
