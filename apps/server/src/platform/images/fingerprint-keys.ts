/** How many waves of a picture count in each direction. */
export const WAVES = 20;

/**
 * Where fingerprints are looked for: a number for each of their rows of waves, the row's place before its bits. Two
 * fingerprints of one picture have at least one of their twenty rows in common almost always, and those of two pictures
 * hardly ever.
 */
export function listFingerprintKeys(fingerprints: readonly string[]): number[] {
  const rows = Array.from({ length: WAVES }, (_, row) => row);
  const keyOf = (bits: string, row: number) =>
    row * 2 ** WAVES + Number.parseInt(bits.slice(row * WAVES, (row + 1) * WAVES), 2);
  return [...new Set(fingerprints.flatMap((bits) => rows.map((row) => keyOf(bits, row))))];
}
