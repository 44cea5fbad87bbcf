/**
 * The index to which an arrow key leads in a list of `count` options, wrapping at both ends; undefined for other keys.
 */
export function findListMove(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  return key === "ArrowUp" ? (at <= 0 ? count : at) - 1 : undefined;
}
