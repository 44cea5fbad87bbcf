/** `count` entries of a list, which begins again after its end. */
export function takeInTurn<T>(list: readonly T[], count: number): T[] {
  return Array.from({ length: Math.ceil(count / list.length) }, () => list)
    .flat()
    .slice(0, count);
}
