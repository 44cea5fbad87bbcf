import type { Random } from "../random.ts";

/** Draws entries in random order. When no remaining one fits, all entries are shuffled in again. */
export function openDeck<T>(random: Random, entries: readonly [T, ...T[]]): (isFitting?: (entry: T) => boolean) => T {
  let rest: T[] = [];
  return (isFitting = () => true) => {
    if (!rest.some(isFitting)) rest = [...rest, ...random.shuffle(entries)];
    const at = Math.max(0, rest.findIndex(isFitting));
    const [drawnCard = entries[0]] = rest.splice(at, 1);
    return drawnCard;
  };
}

/** `count` entries of a list, which begins again after its end. */
export function takeInTurn<T>(list: readonly T[], count: number): T[] {
  return Array.from({ length: Math.ceil(count / list.length) }, () => list)
    .flat()
    .slice(0, count);
}
