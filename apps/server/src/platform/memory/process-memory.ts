/** What the features keep in the memory of this process. Whatever is kept must be safe to lose. */
export type ProcessMemory = {
  /** What is kept under this name, opened at the first call; a name always has the same `open`. */
  of<T>(name: string, open: () => T): T;
};

export function openProcessMemory(): ProcessMemory {
  const kept = new Map<string, unknown>();
  return {
    of<T>(name: string, open: () => T): T {
      if (!kept.has(name)) kept.set(name, open());
      // It holds because a name always has the same `open`.
      return kept.get(name) as T;
    },
  };
}
