import { forgetOrder } from "./order-cookie.ts";

/** The theme, the open filters and the shown install hint belong to the device and stay for its next user. */
const OF_DEVICE = ["tema", "filtros", "instalar"];
/** The storage key of the name of this tab's cache of sign-up photos, and the prefix of such names (photo-draft.ts). */
export const PHOTO_DRAFT = "cadastro-fotos";
/** Whether a key belongs to a sign-up: its draft, or its photos. */
const isOfSignUp = (key: string) => key.startsWith("cadastro");

// The name prefix of the service worker's cache with a member's last lists (service-worker/copies.ts).
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
  // Pages without TLS have no service worker and no caches.
  const names = (await globalThis.caches?.keys()) ?? [];
  const drafts = names.filter(isOfSignUp);
  const lists = names.filter((name) => name.startsWith(LISTS) && !isKept(name));
  for (const name of isGuest ? lists : [...lists, ...drafts]) await caches.delete(name);
  if (isGuest) await forgetClosedSignUps(drafts);
}

/** Removes photos of sign-ups whose tab was closed: a closed tab holds no lock. */
async function forgetClosedSignUps(names: readonly string[]): Promise<void> {
  const own = names.length > 0 && sessionStorage.getItem(PHOTO_DRAFT);
  for (const name of names)
    if (name !== own)
      await navigator.locks?.request(name, { ifAvailable: true }, async (lock) => lock && caches.delete(name));
}

/** Whether a key belongs to a member. The member's id follows the key's first word; ids of others may follow it. */
const isOwned = (key: string, memberId: string) =>
  key === LISTS + memberId || key.slice(key.indexOf(":") + 1).startsWith(`${memberId}:`);

/**
 * Removes the browser's data about members, such as drafts, waiting messages and lists, so that the next user of a
 * shared device does not find it. Removes everything, including future kinds of data, except what belongs to the
 * device, to a guest who is signing up, or to the signed-in member (possibly in another tab).
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
 * Forgets an abandoned sign-up: its draft in this tab, and the photos that no open page holds. The next visitor may be
 * another person.
 */
export function forgetSignUp(): void {
  clearStorage(
    () => sessionStorage,
    (key) => !isOfSignUp(key),
  );
  forgetCopies(() => true, true).catch(() => {});
}

/** Tells the service worker whether the new session ends with the browser; if so, its stored lists must end with it. */
export async function storeRemembering(isRemembered: boolean): Promise<void> {
  await (isRemembered ? globalThis.caches?.delete(BRIEF) : globalThis.caches?.open(BRIEF));
}
