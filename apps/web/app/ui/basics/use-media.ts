import { createBrowserStore, useStore } from "~/platform/store.ts";

/**
 * Phones, as in the `max-md` variant of the styles. In rem, so that with large text a wider window also has the phone
 * layout.
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

/** Whether a media query such as `(pointer: fine)` matches now; false in prerendered HTML. */
export const useMedia = (query: string): boolean => useStore(storeOf(query));
