/** The items of these pages, each once and in the order of their first occurrence: an item may have moved to a later page. */
export function listOnce<T>(pages: readonly (readonly T[])[], idOf: (item: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const item of pages.flat()) {
    if (!seen.has(idOf(item))) seen.set(idOf(item), item);
  }
  return [...seen.values()];
}

/** Of an infinite query whose pages each name the one after them; the first page has no cursor. */
export const BY_CURSOR = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next: string | null }) => page.next,
};
