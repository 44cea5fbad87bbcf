import { createBrowserStore, useStore } from "~/platform/store.ts";

/**
 * Phones, as in the `max-md` variant of the styles. The width is in rem, so that with large text a wider window also
 * has the layout of a phone.
 */
export const PHONE = "(width < 48rem)";

type MediaStore = ReturnType<typeof createBrowserStore<boolean>>;

const stores = new Map<string, MediaStore>();

function storeOf(query: string): MediaStore {
  const knownStore = stores.get(query);
  if (knownStore) return knownStore;
  const store = createBrowserStore(
    () => matchMedia(query).matches,
    false,
    () => matchMedia(query),
    ["change"],
  );
  stores.set(query, store);
  return store;
}

/** Whether a media query such as `(pointer: fine)` matches now; false in the HTML written at build. */
export const useMedia = (query: string): boolean => useStore(storeOf(query));
