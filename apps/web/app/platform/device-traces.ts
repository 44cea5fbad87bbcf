import { forgetOrder } from "./order-cookie.ts";

/** The theme, and whether the filters stand open, belong to the device, whoever uses it. */
const OF_DEVICE = ["tema", "filtros"];
/** The sign-up that a guest is filling in. */
const OF_GUEST = ["cadastro"];

// The service worker keeps a member's last lists in a cache of these names (service-worker/copies.ts).
const LISTS = "lists-";
const BRIEF = "brief-session";

type IsKept = (key: string) => boolean;

function clearStorage(find: () => Storage, isKept: IsKept): void {
  try {
    const storage = find();
    for (const key of Object.keys(storage)) if (!isKept(key)) storage.removeItem(key);
  } catch {
    // A browser that refuses storage has stored nothing.
  }
}

async function forgetCopies(isKept: IsKept): Promise<void> {
  // Pages without TLS have neither worker nor caches.
  const names = (await globalThis.caches?.keys()) ?? [];
  for (const name of names) if (name.startsWith(LISTS) && !isKept(name)) await caches.delete(name);
}

/** Does a member own this key? Their id stands behind its first word; behind that may be somebody else's. */
const isOwned = (key: string, memberId: string) =>
  key === LISTS + memberId || key.slice(key.indexOf(":") + 1).startsWith(`${memberId}:`);

/**
 * Removes what the browser keeps of members: drafts, waiting messages, lists. The next person at a shared phone must not find
 * it. What lies here is removed unless it is known to belong to others, so that something new cannot be forgotten here:
 * to the device, to a guest, or to the member who is signed in now, in another tab perhaps.
 */
export function forgetMembers(next: "guest" | { memberId?: string | undefined }): void {
  const keptKeys = next === "guest" ? [...OF_DEVICE, ...OF_GUEST] : OF_DEVICE;
  const memberId = next === "guest" ? undefined : next.memberId;
  const isKept: IsKept = (key) => keptKeys.includes(key) || (memberId !== undefined && isOwned(key, memberId));
  clearStorage(() => localStorage, isKept);
  clearStorage(() => sessionStorage, isKept);
  forgetOrder();
  void forgetCopies(isKept);
}

/** Stores whether the session that begins ends with the browser: its lists then end with it too. */
export async function storeRemembering(isRemembered: boolean): Promise<void> {
  await (isRemembered ? globalThis.caches?.delete(BRIEF) : globalThis.caches?.open(BRIEF));
}
