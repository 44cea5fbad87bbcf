/** The tab to which a key leads from the one at `at`, wrapping at both ends; undefined for other keys. */
export function findTabMove(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
