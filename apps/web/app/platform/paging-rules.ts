/** Everything of these pages once, in the order of the first time: what moved between two pages is not shown again. */
export function listOnce<T>(pages: readonly (readonly T[])[], idOf: (one: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const one of pages.flat()) {
    if (!seen.has(idOf(one))) seen.set(idOf(one), one);
  }
  return [...seen.values()];
}
