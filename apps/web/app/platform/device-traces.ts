import { forgetOrder } from "./order-cookie.ts";

/**
 * The theme, whether the filters are open, and whether the hint to install the site was shown belong to the device and
 * stay for the next person who uses it.
 */
const OF_DEVICE = ["tema", "filtros", "instalar"];
/** The key with the name of this tab's cache of photos of a sign-up, and how such names begin (photo-draft.ts). */
export const PHOTO_DRAFT = "cadastro-fotos";
/** Whether a key is of a sign-up: of its draft, or of its photos. */
const isOfSignUp = (key: string) => key.startsWith("cadastro");

// The service worker keeps a member's last lists in a cache whose name begins like this (service-worker/copies.ts).
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

async function forgetCopies(isKept: IsKept, isGuest: boolean): Promise<void> {
  // Pages without TLS have neither a service worker nor caches.
  const names = (await globalThis.caches?.keys()) ?? [];
  const drafts = names.filter(isOfSignUp);
  const lists = names.filter((name) => name.startsWith(LISTS) && !isKept(name));
  for (const name of isGuest ? lists : [...lists, ...drafts]) await caches.delete(name);
  if (isGuest) await forgetClosedSignUps(drafts);
}

/** Removes photos of sign-ups whose tab was closed: no tab holds the lock of a closed one. */
async function forgetClosedSignUps(names: readonly string[]): Promise<void> {
  const own = names.length > 0 && sessionStorage.getItem(PHOTO_DRAFT);
  for (const name of names)
    if (name !== own)
      await navigator.locks?.request(name, { ifAvailable: true }, async (lock) => lock && caches.delete(name));
}

/**
 * Whether a key belongs to a member. The member's id stands after the first word of the key; ids of others may follow
 * it.
 */
const isOwned = (key: string, memberId: string) =>
  key === LISTS + memberId || key.slice(key.indexOf(":") + 1).startsWith(`${memberId}:`);

/**
 * Removes what the browser keeps about members, such as drafts, waiting messages and lists, so that the next person at
 * a shared device does not find it. Everything is removed, new kinds of data too, except what is known to belong to the
 * device, to a guest who is signing up, or to the member who is now signed in, perhaps in another tab.
 */
export function forgetMembers(next: "guest" | { memberId?: string | undefined }): void {
  const isGuest = next === "guest";
  const isKept: IsKept = (key) =>
    OF_DEVICE.includes(key) || (isGuest ? isOfSignUp(key) : next.memberId !== undefined && isOwned(key, next.memberId));
  clearStorage(() => localStorage, isKept);
  clearStorage(() => sessionStorage, isKept);
  forgetOrder();
  forgetCopies(isKept, isGuest).catch(() => {});
}

/**
 * Forgets a sign-up that was left: its draft in this tab, and the photos that no open page holds. The next person here may be
 * another one.
 */
export function forgetSignUp(): void {
  clearStorage(
    () => sessionStorage,
    (key) => !isOfSignUp(key),
  );
  forgetCopies(() => true, true).catch(() => {});
}

/**
 * Tells the service worker whether the new session ends with the browser: if it does, the lists that the worker keeps
 * for the member must end with it, too.
 */
export async function storeRemembering(isRemembered: boolean): Promise<void> {
  await (isRemembered ? globalThis.caches?.delete(BRIEF) : globalThis.caches?.open(BRIEF));
}
