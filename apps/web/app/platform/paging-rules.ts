/**
 * The items of these pages, each once, in order of first occurrence. An item may repeat because it moved to a later
 * page.
 */
export function listOnce<T>(pages: readonly (readonly T[])[], idOf: (item: T) => string): T[] {
  const seenItems = new Map<string, T>();
  for (const item of pages.flat()) {
    if (!seenItems.has(idOf(item))) seenItems.set(idOf(item), item);
  }
  return [...seenItems.values()];
}

/** The options of an infinite query in which each page has the next cursor. The first page has none. */
export const BY_CURSOR = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next: string | null }) => page.next,
};
