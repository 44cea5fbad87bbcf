import { PHOTOS_MAX } from "@caramelo/contract/limits";
import { PHOTO_DRAFT } from "./device-traces.ts";

// Sign-up photos are stored in a browser cache, so that they survive a reload of the tab: a phone may reload a
// background tab while its user looks for photos. Each tab knows the name of its cache.
const addressOf = (index: number) => `/cadastro/foto/${index}`;

/** The steps run in sequence, because parallel ones would mix their photos. */
let work: Promise<unknown> = Promise.resolve();

/** Replaces the stored photos, in order. */
export function keepPhotos(files: readonly Blob[]): void {
  work = work.then(async () => {
    // Pages without TLS have no caches.
    if (!("caches" in globalThis)) return;
    if (files.length === 0) return forgetNow();
    const name = nameOfTab();
    hold(name);
    const cache = await caches.open(name);
    for (const [index, file] of files.entries()) await cache.put(addressOf(index), new Response(file));
    for (let index = files.length; index < PHOTOS_MAX; index += 1) await cache.delete(addressOf(index));
  });
  // Without storage or space, only a reload is worse: the photos must be picked again.
  work = work.catch(() => {});
}

/** The photos stored by this tab, in order. */
export async function findKeptPhotos(): Promise<File[]> {
  await work;
  try {
    const name = sessionStorage.getItem(PHOTO_DRAFT);
    if (!name) return [];
    hold(name);
    const cache = await caches.open(name);
    const replies = await Promise.all(Array.from({ length: PHOTOS_MAX }, (_, index) => cache.match(addressOf(index))));
    const blobs = await Promise.all(replies.flatMap((reply) => reply?.blob() ?? []));
    return blobs.map((blob, index) => new File([blob], `foto-${index + 1}`, { type: blob.type }));
  } catch {
    return [];
  }
}

export function forgetKeptPhotos(): void {
  work = work.then(forgetNow).catch(() => {});
}

async function forgetNow(): Promise<void> {
  sessionStorage.removeItem(PHOTO_DRAFT);
  if (heldDraft) await caches.delete(heldDraft);
}

function nameOfTab(): string {
  const name = heldDraft ?? sessionStorage.getItem(PHOTO_DRAFT) ?? `${PHOTO_DRAFT}-${Date.now()}-${Math.random()}`;
  sessionStorage.setItem(PHOTO_DRAFT, name);
  return name;
}

/** The tab's cache name, needed after its storage key was removed. */
let heldDraft: string | undefined;

/** Holds the lock of the tab's cache until the tab is closed. */
function hold(name: string): void {
  if (heldDraft === name) return;
  heldDraft = name;
  void navigator.locks?.request(name, () => new Promise(() => {}));
}
